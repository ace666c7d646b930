// The types of sending an event: POST /events/send (docs/reference/events.md#post-eventssend).
import type { Reservation, StoredAnswer } from '../../foundation/idempotency/keys.ts';

/** The contact of an event: by its id, or by its address in the audience of the domain. */
export type EventContact =
  | { id: string }
  /** `key` is the address in key form (shared/mail/addresses.ts). */
  | { address: string; key: string };

/** An event that a client sends. */
export interface EventToSend {
  /** Its id exists before it is stored and stays the same at each try. */
  id: string;
  accountId: string;
  name: string;
  /** The name of the domain, as the client wrote it; undefined: the default domain. */
  domain: string | undefined;
  contact: EventContact;
  payload: object | null;
  at: Date;
  /** The idempotency key to finish in the same transaction, with the answer to remember. */
  idempotency?: { reservation: Reservation; answerOf(sent: SentEvent): StoredAnswer } | undefined;
}

/** An event that was stored. */
export interface SentEvent {
  id: string;
  name: string;
  /** Its address was not a contact before. */
  contactCreated: boolean;
  /** The runs that it has started. */
  runsStarted: number;
  /** The runs whose wait it has ended. */
  waitsResolved: number;
  /** Why it has done nothing: a sentence; null: it has done something. */
  reason: string | null;
}

/** An event whose domain is known. */
interface EventOfDomain {
  event: EventToSend;
  domainId: string;
  audienceId: string;
}

/** An event whose contact is known too. */
export interface ResolvedEvent extends EventOfDomain {
  contactId: string;
}

/** An event about an address that is not a contact yet. */
export interface NewContactEvent extends EventOfDomain {
  address: Extract<EventContact, { address: string }>;
}
