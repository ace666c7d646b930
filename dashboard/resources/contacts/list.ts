// What the list of contacts asks for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The list. */
export const CONTACTS = {
  operation: 'listContacts',
  filters: ['q', 'email', 'audience_id', 'segment_id', 'topic_id', 'unsubscribed'],
} as const satisfies ListSpec;

/** The path of the list, below /app. */
export const CONTACTS_PATH = '/contacts';
