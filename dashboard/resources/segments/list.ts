// What the lists of segments ask for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The segments. */
export const SEGMENTS = { operation: 'listSegments', filters: ['q'] } as const satisfies ListSpec;

/** The contacts of one segment, a list inside its record. */
export const MEMBERS = {
  operation: 'listSegmentContacts',
  filters: ['q'],
  prefix: 'members_',
} as const satisfies ListSpec;

/** Where they are, below /app: a record is below it. */
export const SEGMENTS_PATH = '/segments';
/** In place of an id: the page that makes one by rules. */
export const NEW_SEGMENT = 'new';
