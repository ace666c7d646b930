// Incoming events: what happens to a contact and may start runs of automations or end their waits. Clients send custom
// events, the service causes its own (docs/reference/events.md), and batches start one automation for many contacts.
import type { BATCH_EVENTS } from '../../../contract/automations/values.ts';
import type { NOT_STARTED_REASONS } from '../../../contract/events/values.ts';
import type { ChangeCause, ContactEvent } from '../../audience/contact-events/contact-listener.ts';

/** Why an event has started no run of an automation. */
export type NotStartedReason = (typeof NOT_STARTED_REASONS)[number];

interface OfContact extends ChangeCause {
  accountId: string;
  contactId: string;
  payload: object | null;
  at: Date;
}

/** An event that a client sends. It concerns the automations and runs of one domain. */
export interface IncomingCustomEvent extends OfContact {
  kind: 'custom';
  /** The id of the event; undefined: it gets one that is greater than the ids of earlier events. */
  id: string | undefined;
  name: string;
  domainId: string;
}

/** An event of the service. It concerns all domains that use the audience of the contact. */
export interface IncomingServiceEvent extends ContactEvent {
  kind: 'service';
}

/**
 * The turn of a contact in a batch (../automations/batches/). It concerns one automation, and no waiting run. It is
 * stored as an event only if it starts no run, so that the account sees why: otherwise the run shows it.
 */
export interface IncomingBatchEvent extends OfContact {
  kind: 'batch';
  name: (typeof BATCH_EVENTS)[number];
  automationId: string;
  /** The epoch of the automation for which the batch continues. In a later one it starts nothing. */
  epoch: number;
  batchId: string;
}

/** Something that has happened to a contact. */
export type IncomingEvent = IncomingCustomEvent | IncomingServiceEvent | IncomingBatchEvent;

/** The result of an event in an automation with its trigger: its run, or why none started. */
export type StartOutcome =
  | { automationId: string; runId: string; reason: null }
  | { automationId: string; runId: null; reason: NotStartedReason };

/** The result of an incoming event. */
export type IntakeOutcome =
  /** `eventIds`: the stored events, one for each domain. `reasons`: why automations have started no run. */
  | {
      outcome: 'taken';
      eventIds: readonly string[];
      runsStarted: number;
      reasons: readonly NotStartedReason[];
      waitsResolved: number;
    }
  /** The contact does not exist any more. Nothing was stored of it. */
  | { outcome: 'gone' }
  /** The domain has another audience than before. Nothing was stored of it. */
  | { outcome: 'moved' }
  /** Not all runs that it would start fit into the quota, and it must start all or none. It was not stored. */
  | { outcome: 'over_quota'; limit: number };

/** Separates the parts of keys: neither an id nor a name of an event contains it. */
export const keyOf = (...parts: readonly string[]): string => parts.join('\n');

/** The happenings of contacts, in the form of the intake. */
export function serviceEventsOf(events: readonly ContactEvent[]): IncomingServiceEvent[] {
  return events.map((event) => ({ kind: 'service', ...event }));
}
