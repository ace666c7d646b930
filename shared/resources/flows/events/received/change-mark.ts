// Finds out whether events have arrived, for GET /app/changes (foundation/changes/change-mark.ts): from programs, pages
// and the service itself.
import { type ChangeMark, newestRows } from '../../../foundation/changes/change-mark.ts';

const EVENTS = 5;

export const RECEIVED_EVENTS_MARK: ChangeMark = {
  names: ['events'],
  value: (account) => newestRows('received_events', account, EVENTS),
};
