// What is said of the state of a template and of its versions. Pure.
import type { TemplateItem } from '../../api/generated/types.ts';

/** The version of a template that can be sent: none yet, the newest, or an older one. */
export function templateBadge({ status, has_unpublished_versions }: StateOfTemplate): {
  status: string;
  label: string;
} {
  if (status === 'draft') return { status, label: 'Draft' };
  return has_unpublished_versions
    ? { status: 'changed_since', label: 'Changed since' }
    : { status, label: 'Published' };
}

type StateOfTemplate = Pick<TemplateItem, 'status' | 'has_unpublished_versions'>;

/** The states of a version, in words. */
export const VERSION_STATES = {
  published: 'Published',
  draft: 'Draft',
  superseded: 'Earlier',
} as const;
