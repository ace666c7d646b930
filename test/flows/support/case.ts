// What the judge of a crash flow checks: each stored email with what was promised about it and what arrived of it; and
// the description of a fault.
import type { Evidence, StoredEmail } from './evidence.ts';
import type { Entry } from './posts.ts';

/** The kinds of fault. */
export type FaultKind =
  /** It was answered 200, but there is no such row, or the row is another email's. */
  | 'not stored'
  /** Two emails instead of one: a repeated request was treated as a new one. */
  | 'stored twice'
  /** A batch of which only some emails are stored. */
  | 'stored in part'
  /** A row that no request asked for. */
  | 'not asked for'
  /** Its recipients differ from the requested ones. */
  | 'wrong recipients'
  /** It should have arrived, but did not. */
  | 'lost'
  /** It arrived more often than once plus once for each death of the worker that held it. */
  | 'doubled'
  /** It arrived after its cancel was answered 200. */
  | 'canceled and sent'
  /** It arrived although no stored row belongs to it, or too early, or for a recipient who should get nothing. */
  | 'stray'
  /** A state that contradicts what happened to it. */
  | 'wrong state'
  /** It is done but still waits for a worker. */
  | 'still waiting'
  /** Its events contradict what happened to it. */
  | 'wrong events'
  /** The API reports something else than what is stored. */
  | 'wrong answer'
  /** A counter of the quota differs from the recipients of the stored emails minus the refunded ones. */
  | 'wrong quota'
  /** GET /emails/metrics differs from what arrived. */
  | 'wrong metrics';

/** One fault. */
export interface Fault {
  kind: FaultKind;
  /** Tag or counter, and the observed value. */
  what: string;
}

/** The expected fate of a stored email. */
export type Fate = 'sent' | 'canceled' | 'pending';

/** A stored email with everything known about it. */
export interface Case {
  entry: Entry;
  email: StoredEmail;
  fate: Fate;
  /** Number of arrivals by recipient. */
  arrived: ReadonlyMap<string, number>;
}

/** Combines the evidence of each stored email that a request asked for. */
export function casesOf({ book, stored, arrivals }: Pick<Evidence, 'book' | 'stored' | 'arrivals'>): Case[] {
  const entryOf = new Map(book.map((entry) => [entry.tag, entry]));
  const arrivedOf = new Map<string, Map<string, number>>();
  for (const { messageId, recipient } of arrivals) {
    const arrived = arrivedOf.get(messageId) ?? new Map<string, number>();
    arrivedOf.set(messageId, arrived.set(recipient, (arrived.get(recipient) ?? 0) + 1));
  }
  return stored.flatMap((email) => {
    const entry = entryOf.get(email.subject);
    const arrived = arrivedOf.get(email.messageId) ?? new Map<string, number>();
    return entry ? [{ entry, email, fate: fateOf(entry, email), arrived }] : [];
  });
}

/** Where the answers leave the outcome open, the row decides; everything else must agree with the row. */
function fateOf({ schedule, cancel }: Entry, { status }: StoredEmail): Fate {
  if (cancel === 'canceled') return 'canceled';
  if (cancel === 'open' && status === 'canceled') return 'canceled';
  return schedule === 'far' ? 'pending' : 'sent';
}

/** Describes what is wrong. */
export function fault(kind: FaultKind, what: string): Fault {
  return { kind, what };
}
