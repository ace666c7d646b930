// The type of a received event: an event of a contact, and the runs that it has started
// (docs/reference/events.md#what-came-for-a-contact).
import type { StartOutcome } from '../incoming-event.ts';

/** An event as it arrived. */
export interface ReceivedEvent {
  id: string;
  accountId: string;
  domainId: string;
  contactId: string;
  name: string;
  payload: object | null;
  /** For each automation with this trigger: its run, or why none started. */
  outcomes: readonly StartOutcome[];
  /** Runs whose wait it has ended. */
  waitsResolved: number;
  createdAt: Date;
}
