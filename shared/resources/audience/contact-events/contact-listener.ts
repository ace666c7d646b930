// What happens to contacts, and the interface of those that listen to it, such as automations. They are above contacts, so
// the process gives them to the code that changes contacts (docs/architecture/contacts.md#what-happens-to-a-contact).
import type { SERVICE_EVENTS } from '../../../contract/events/values.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Something that has happened to a contact, or is about to: a contact is announced before it is deleted. */
export interface AnnouncedChange {
  name: (typeof SERVICE_EVENTS)[number] | 'contact.deleted';
  contactId: string;
  /** The segment that it has entered or left. */
  segmentId?: string;
}

/**
 * The lane in which something starts: `bulk`, if it is caused for many contacts at a time
 * (docs/architecture/work.md#lanes).
 */
export type StartLane = 'event' | 'bulk';

/** The cause of a change. */
export interface ChangeCause {
  /** The automations whose runs have caused it, the oldest first. Of a client's request: none. */
  chain: readonly string[];
  /** The run that has caused it; absent: none has. */
  runId?: string | undefined;
  /** The cause of that run, maybe through other runs: the id of an event, or of a write of a contact. */
  causeId?: string | undefined;
  /** How many programs have answered in the conversation of the received email that has led to it; absent: none has. */
  hops?: number | undefined;
  lane: StartLane;
}

/** Something that has happened to a contact, as listeners receive it. */
export interface ContactEvent extends ChangeCause {
  name: (typeof SERVICE_EVENTS)[number];
  accountId: string;
  audienceId: string;
  contactId: string;
  /** The address in key form (shared/mail/addresses.ts). */
  emailKey: string;
  /** The run whose mail was opened or clicked. Only waits of this run count it. */
  mailRunId?: string;
  /** A program has sent the received email: it starts nothing and ends no wait. */
  isMachine?: boolean;
  /** The present contact in the form of webhooks; for a segment `{ segment, contact }`. */
  payload: object;
  at: Date;
}

/** A part of the program that does something when contacts change. */
export interface ContactListener {
  /** SQL: whether anything of the account `$1` may listen. */
  readonly listens: string;
  /** Chooses what it wants to receive, before any contact is read. It takes no locks. */
  choose(
    client: Transaction,
    accountId: string,
    happened: readonly AnnouncedChange[],
  ): Promise<readonly AnnouncedChange[]>;
  /**
   * Receives what it has chosen. Issue no statement after it that waits for a lock, but for the counters of quota
   * (docs/architecture/guarantees.md#lock-order).
   */
  onChange(client: Transaction, events: readonly ContactEvent[], now: Date): Promise<void>;
  /**
   * Contacts that the transaction has locked are about to be deleted.
   * @returns those about which it keeps rows, which name a contact by its id alone: an erasure has to find them later
   */
  onDelete(client: Transaction, contactIds: readonly string[], now: Date): Promise<readonly string[]>;
}
