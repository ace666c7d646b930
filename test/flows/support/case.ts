// What the judge of a crash flow judges: each stored email with what was promised about it and what arrived of it; and
// how it says what is wrong.
import type { Evidence, StoredEmail } from './evidence.ts';
import type { Entry } from './posts.ts';

/** What can be wrong. */
export type FaultKind =
  /** It was answered 200 and there is no such row, or it is another email's. */
  | 'not stored'
  /** Two emails of one: a repeated request was taken for a new one. */
  | 'stored twice'
  /** A batch of which some emails are stored and others not. */
  | 'stored in part'
  /** A row that nobody asked for. */
  | 'not asked for'
  /** Its recipients are not those that were asked for. */
  | 'wrong recipients'
  /** It must have arrived. */
  | 'lost'
  /** It arrived more often than once and once more for each death of the worker that held it. */
  | 'doubled'
  /** It arrived after its cancel was answered 200. */
  | 'canceled and sent'
  /** It arrived and nothing is stored that it belongs to, or too early, or for somebody who was to get nothing. */
  | 'stray'
  /** A state that does not agree with what happened to it. */
  | 'wrong state'
  /** It is done and still waits for a worker. */
  | 'still waiting'
  /** Its events do not agree with what happened to it. */
  | 'wrong events'
  /** The API does not say what is stored. */
  | 'wrong answer'
  /** A counter of the quota is not the recipients of the stored emails minus what was given back. */
  | 'wrong quota'
  /** GET /emails/metrics does not agree with what arrived. */
  | 'wrong metrics';

/** Something that does not agree. */
export interface Fault {
  kind: FaultKind;
  /** Tag or counter, and what was found. */
  what: string;
}

/** What is to become of a stored email. */
export type Fate = 'sent' | 'canceled' | 'pending';

/** A stored email with what is known about it. */
export interface Case {
  entry: Entry;
  email: StoredEmail;
  fate: Fate;
  /** By recipient: how often it arrived. */
  arrived: ReadonlyMap<string, number>;
}

/** Puts together what belongs to each stored email that somebody asked for. */
export function casesOf({ book, stored, arrivals }: Evidence): Case[] {
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

/** What the answers leave open is read from the row; whether everything else agrees with it is judged. */
function fateOf({ schedule, cancel }: Entry, { status }: StoredEmail): Fate {
  if (cancel === 'canceled') return 'canceled';
  if (cancel === 'open' && status === 'canceled') return 'canceled';
  return schedule === 'far' ? 'pending' : 'sent';
}

/** Says what is wrong. */
export function fault(kind: FaultKind, what: string): Fault {
  return { kind, what };
}
