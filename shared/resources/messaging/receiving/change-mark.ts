// Finds out whether mail has arrived or was read, for GET /app/changes (foundation/changes/change-mark.ts).
import { type ChangeMark, newestRows } from '../../foundation/changes/change-mark.ts';

/** Messages are read in the order in which workers have time for them. */
const RECEIVED = 20;

export const RECEIVED_EMAILS_MARK: ChangeMark = {
  names: ['emails'],
  value: (account) => newestRows('received_emails', account, RECEIVED),
};
