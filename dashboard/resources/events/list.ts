// What the lists of events ask for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The received events. */
export const RECEIVED_EVENTS = {
  operation: 'listReceivedEvents',
  filters: ['event', 'contact_id', 'since'],
} as const satisfies ListSpec;

/** The definitions. */
export const EVENT_DEFINITIONS = { operation: 'listEvents', filters: [] } as const satisfies ListSpec;

/** The paths of both, below /app. */
export const RECEIVED_PATH = '/events/received';
export const DEFINITIONS_PATH = '/events/definitions';
