// Keeps mail that holds a process for long from holding up everybody else's: large html, large files, and files that
// have to be fetched from a host that its sender has chosen. A process works on a few of them at a time, bounded in
// number and in bytes; those that wait take turns by account (fair queue, no account holds all places). Few may wait in
// memory, since each takes a place that a small mail could have: the others are given back to the database, use up no
// try, and come again later.
import { FairQueue } from '../../shared/platform/sharing/fair-queue.ts';
import { OwnerCounts } from '../../shared/platform/sharing/owner-counts.ts';

/** Bounds of a process. */
export interface HeavyMailLimits {
  /** Heavy mails that are worked on at a time: the rest of the connections is for others. */
  active: number;
  /** Bytes of html and text that these hold together; one mail may hold more. */
  activeBytes: number;
  /** Heavy mails that wait for their turn in memory, and of one account. */
  waiting: number;
  waitingOfAccount: number;
}

/** A turn, or how long the mail should stay away. */
export type HeavyTurn = { end(): void } | { waitMs: number };

/** Turns of heavy mails. */
export interface HeavyMail {
  /** Resolves when it is the mail's turn, or at once when too many wait. */
  enter(accountId: string, bytes: number): Promise<HeavyTurn>;
  /** Turns away those who wait, and whoever comes. */
  close(): void;
}

/** One account leaves this part of the turns to others, also while nobody else wants them. */
const ACCOUNT_PART = 3 / 4;
const WAIT_MIN_MS = 2_000;
const WAIT_MAX_MS = 60_000;
/** A backlog comes back about as fast as it can be worked on. */
const WAIT_PER_MAIL_MS = 100;

interface Waiting {
  accountId: string;
  bytes: number;
  letIn(turn: HeavyTurn): void;
}

/** Creates the turns of a process. @param random for the jitter of waits */
export function createHeavyMail(limits: HeavyMailLimits, random: () => number): HeavyMail {
  const waiting = new FairQueue<Waiting>();
  const active = new OwnerCounts();
  /** Mails of an account that were sent away since it last had nothing waiting. */
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
