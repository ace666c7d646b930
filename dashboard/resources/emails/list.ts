// What the list of emails asks for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The list. */
export const EMAILS = {
  operation: 'listEmails',
  filters: ['status', 'q', 'from', 'to', 'tag', 'source', 'folder', 'campaign_id'],
} as const satisfies ListSpec;
