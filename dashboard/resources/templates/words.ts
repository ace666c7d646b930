// What is said of the state of a template and of its versions. Pure.
import type { TemplateItem } from '../../api/generated/types.ts';

/** What can be sent of a template: nothing yet, its newest version, or an older one. */
export function templateLook({ status, has_unpublished_versions }: StateOfTemplate): {
  status: string;
  label: string;
} {
  if (status === 'draft') return { status, label: 'Draft' };
  return has_unpublished_versions
    ? { status: 'changed_since', label: 'Changed since' }
    : { status, label: 'Published' };
}

type StateOfTemplate = Pick<TemplateItem, 'status' | 'has_unpublished_versions'>;

/** What a version is, as a word. */
export const VERSION_STATES = {
  published: 'Published',
  draft: 'Draft',
  superseded: 'Earlier',
} as const;
