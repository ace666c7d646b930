// A template as campaigns send it: the content of its published version, which need not be the newest one.
import type { ApiFailure } from '../../../../api/failure.ts';
import type { Template } from '../../../../api/generated/types.ts';
import { useCall } from '../../../../api/use-call.ts';

/** The facts about a template. */
export interface PublishedTemplate {
  /** The template with its newest content. */
  template: Template | undefined;
  /** Undefined: it is not read yet, or was never published. */
  content: Pick<Template, 'html' | 'text' | 'variables'> | undefined;
  failure: ApiFailure | null;
}

/** @param id undefined: none is chosen */
export function usePublished(id: string | undefined): PublishedTemplate {
  const isEnabled = id !== undefined;
  const { data, error } = useCall('getTemplate', { id: id ?? '' }, { isLive: true, isEnabled });
  const template = isEnabled ? data : undefined;
  const versionId = template?.published_version_id ?? '';
  const isOlder = versionId !== '' && versionId !== template?.current_version_id;
  const version = useCall('getTemplateVersion', { id: id ?? '', versionId }, { isEnabled: isOlder });
  const newest = versionId === '' ? undefined : template;
  return {
    template,
    content: isOlder ? version.data : newest,
    failure: isEnabled ? (error ?? version.error) : null,
  };
}
