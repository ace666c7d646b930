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

/** The path of the list, below /app; records are below it. */
export const SEGMENTS_PATH = '/segments';
/** The word for the page that creates one by rules, instead of an id. */
export const NEW_SEGMENT = 'new';
