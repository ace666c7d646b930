// Concurrency limit for heavy mail (large HTML, large files, and files that must be fetched from a host that the sender
// has chosen), so that it does not delay other mail. A process works on a few heavy mails at a time, limited in number
// and in bytes; the waiting ones take turns by account (fair queue, and no account holds all places). Only a few wait
// in memory, because each takes a place that a small mail could use: the others are released to the database, which
// costs no attempt, and come again later.
import { FairQueue } from '../../shared/platform/sharing/fair-queue.ts';
import { OwnerCounts } from '../../shared/platform/sharing/owner-counts.ts';

/** Limits of a process. */
export interface HeavyMailLimits {
  /** Heavy mails in work at a time: the other connections are for other mail. */
  active: number;
  /** Bytes of HTML and text of these mails together; a single mail may be larger. */
  activeBytes: number;
  /** Heavy mails that wait in memory, in total and per account. */
  waiting: number;
  waitingOfAccount: number;
}

/** A turn, or the time after which the mail should come again. */
export type HeavyTurn = { end(): void } | { waitMs: number };

/** Gives turns to heavy mails. */
export interface HeavyMail {
  /** Resolves when it is the mail's turn, or at once with a wait time if too many are waiting. */
  enter(accountId: string, bytes: number): Promise<HeavyTurn>;
  /** Sends away all mails that wait, and all that come later. */
  close(): void;
}

/** An account gets at most this part of the turns, also while no other account needs them. */
const ACCOUNT_PART = 3 / 4;
const WAIT_MIN_MS = 2_000;
const WAIT_MAX_MS = 60_000;
/** Added per mail that was sent away, so that a backlog comes back about as fast as it can be processed. */
const WAIT_PER_MAIL_MS = 100;

interface Waiting {
  accountId: string;
  bytes: number;
  letIn(turn: HeavyTurn): void;
}

/** Creates the limiter of a process. @param random for the jitter of wait times, from 0 up to 1 */
export function createHeavyMail(limits: HeavyMailLimits, random: () => number): HeavyMail {
  const waiting = new FairQueue<Waiting>();
  const active = new OwnerCounts();
  /** Account → mails that were sent away since nothing of it was waiting. */
  const sentAway = new Map<string, number>();
  const ofAccount = Math.max(Math.floor(limits.active * ACCOUNT_PART), 1);
  let bytes = 0;
  let isClosed = false;

  const mayEnter = ({ accountId, bytes: wanted }: Waiting) =>
    active.total < limits.active &&
    active.of(accountId) < ofAccount &&
    (active.total === 0 || bytes + wanted <= limits.activeBytes);
  const letIn = () => {
    for (let next = waiting.take(mayEnter); next; next = waiting.take(mayEnter)) {
      const { accountId, bytes: held } = next;
      active.add(accountId);
      bytes += held;
      next.letIn({ end: () => leave(accountId, held) });
    }
  };
  const leave = (accountId: string, held: number) => {
    active.remove(accountId);
    bytes -= held;
    if (waiting.sizeOf(accountId) === 0) sentAway.delete(accountId);
    letIn();
  };
  const sendAway = (accountId: string): HeavyTurn => {
    const before = sentAway.get(accountId) ?? 0;
    sentAway.set(accountId, before + 1);
    const waitMs = Math.min(WAIT_MIN_MS + before * WAIT_PER_MAIL_MS, WAIT_MAX_MS);
    return { waitMs: Math.round(waitMs * (1 + random() / 2)) };
  };
  return {
    enter(accountId, wanted) {
      if (isClosed) return Promise.resolve({ waitMs: 0 });
      const isFull = waiting.size >= limits.waiting || waiting.sizeOf(accountId) >= limits.waitingOfAccount;
      if (isFull) return Promise.resolve(sendAway(accountId));
      return new Promise((resolve) => {
        waiting.push(accountId, { accountId, bytes: wanted, letIn: resolve });
        letIn();
      });
    },
    close() {
      isClosed = true;
      for (const { letIn: answer } of waiting.clear()) answer({ waitMs: 0 });
    },
  };
}
