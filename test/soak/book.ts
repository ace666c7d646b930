// The book of a long run. Mail is entered in groups. When nothing of a group is under way any more, the judge of the crash
// flows judges it, and it is forgotten, so that the run needs no more memory the longer it is. What arrives of it later
// arrives twice.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../shared/platform/db/connect.ts';
import { type Arrival, findStored, type StoredEmail } from '../flows/support/evidence.ts';
import type { Entry } from '../flows/support/posts.ts';
import { verifyMail } from '../flows/support/verify.ts';
import type { SmtpSink } from '../support/smtp-sink/smtp-sink.ts';
import { repeat } from './repeat.ts';

/** Longer than the waits of mail of which two workers have died, and its repeated webhook messages. */
const GIVE_UP_MS = 300_000;
const CHECK_EVERY_MS = 1_000;

interface Group {
  entries: readonly Entry[];
  isPromised: boolean;
  since: number;
  /** When its requests were answered. */
  sentAt?: number;
}

/** Where mail is entered. */
export interface Book {
  /**
   * Enters mail that `sending` asks for; resolves as that does.
   * @param isPromised when it is answered, the entries without ids are promised too: their cause was
   */
  enter(entries: readonly Entry[], sending: Promise<unknown>, isPromised?: boolean): Promise<void>;
  /** When the oldest mail was entered that is not judged yet; now if there is none. */
  oldest(): number;
  readonly counts: { entered: number; arrived: number; judged: number; doubled: number };
  /** Judges the rest. */
  close(): Promise<void>;
}

/** What the book needs to know. */
export interface BookOptions {
  database: Database;
  sink: SmtpSink;
  complain(what: string): void;
  /** Whether the webhook endpoint has got each event of the delivery of an email. */
  isNotified(email: StoredEmail): boolean;
  /** What people do with mail that has arrived. */
  onChecked(emails: readonly StoredEmail[]): void;
}

/** An entry of mail that something else than a send causes. */
export const entryOf = (tag: string, to: string): Entry => ({
  tag,
  request: tag,
  to: [to],
  dropped: [],
  schedule: 'none',
  ids: new Set(),
  cancel: 'none',
});

/** Whether an email is still to be sent. One that is due after the run waits for its cancel. */
const waitsOf = (entries: readonly Entry[]) => {
  const far = new Set(entries.filter(({ schedule }) => schedule === 'far').map(({ tag }) => tag));
  return ({ subject, status, recipients }: StoredEmail) =>
    !(far.has(subject) && status === 'pending') && recipients.some(({ isWaiting }) => isWaiting);
};

/** Opens a book. */
export function openBook({ database, sink, complain, isNotified, onChecked }: BookOptions): Book {
  const groups = new Set<Group>();
  const arrivals = new Map<string, Arrival[]>();
  const counts = { entered: 0, arrived: 0, judged: 0, doubled: 0 };

  const takeArrivals = () => {
    for (const { header: messageId = '', to } of sink.messages)
      arrivals.set(messageId, [
        ...(arrivals.get(messageId) ?? []),
        ...to.map((recipient) => ({ messageId, recipient })),
      ]);
    counts.arrived += sink.messages.length;
    sink.clear();
  };
  const look = async (group: Group, isLate: boolean) => {
    const { entries, isPromised } = group;
    const isOwed = ({ ids }: Entry) => isPromised || ids.size > 0;
    const promised = new Set(entries.filter(isOwed).map(({ tag }) => tag));
    const stored = await findStored(
      database,
      entries.map(({ tag }) => tag),
    );
    const missing = promised.size - stored.filter(({ subject }) => promised.has(subject)).length;
    const waits = waitsOf(entries);
    const isUnderWay = missing > 0 || stored.some((email) => waits(email) || !isNotified(email));
    if (isUnderWay && !isLate) return;
    groups.delete(group);
    if (missing > 0)
      complain(`lost: ${missing} of ${[...promised].slice(0, 3).join(', ')} … were not stored`);
    settle(entries, stored);
  };
  const settle = (entries: readonly Entry[], stored: readonly StoredEmail[]) => {
    takeArrivals();
    const own = stored.flatMap(({ messageId }) => arrivals.get(messageId) ?? []);
    for (const { messageId } of stored) arrivals.delete(messageId);
    const faults = verifyMail({ book: entries, stored, arrivals: own });
    for (const { kind, what } of faults) complain(`${kind}: ${what}`);
    for (const email of stored)
      if (!isNotified(email)) complain(`webhook lost: the delivery of ${email.subject}`);
    counts.judged += stored.length;
    counts.doubled += own.length - new Set(own.map(({ messageId, recipient }) => messageId + recipient)).size;
    onChecked(stored);
  };
  const lookAtAll = async () => {
    takeArrivals();
    for (const group of groups) {
      if (!group.sentAt) continue;
      const isLate = Date.now() - group.sentAt > GIVE_UP_MS;
      // While Postgres is unavailable there is nothing to see.
      await look(group, isLate).catch((error) => {
        if (isLate) complain(`not judged: ${error.message}`);
        if (isLate) groups.delete(group);
      });
    }
  };
  const endLooking = repeat(lookAtAll, () => CHECK_EVERY_MS);
  return {
    counts,
    async enter(entries, sending, isPromised = false) {
      const group: Group = { entries, isPromised, since: Date.now() };
      groups.add(group);
      counts.entered += entries.length;
      try {
        await sending;
      } finally {
        group.sentAt = Date.now();
      }
    },
    oldest: () => Math.min(Date.now(), ...[...groups].map(({ since }) => since)),
    async close() {
      await endLooking();
      while (groups.size > 0) {
        await lookAtAll();
        await pause(CHECK_EVERY_MS);
      }
      takeArrivals();
      for (const [messageId, late] of arrivals)
        complain(`stray: ${messageId} for ${late.map(({ recipient }) => recipient).join(', ')}`);
    },
  };
}
