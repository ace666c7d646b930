// Concurrency limit for heavy mail (large HTML, large files, and files that must be fetched from a host that the sender
// has chosen), so that it does not delay other mail. A process sends a few heavy mails at a time, limited in number and
// in bytes; accounts take turns (fair queue, and no account has all slots). Only a few mails wait in memory, because
// each uses a slot that a small mail could use: the others are released to the database, which costs no attempt, and
// are tried later.
import { FairLimit, type Leave } from '../../shared/platform/sharing/fair-limit.ts';

/** Limits of a process. */
export interface HeavyMailLimits {
  /** Heavy mails in progress at a time: the other connections are for other mail. */
  active: number;
  /** Bytes of HTML and text of these mails together; a single mail may be larger. */
  activeBytes: number;
  /** Heavy mails that wait in memory, in total and per account. */
  waiting: number;
  waitingOfAccount: number;
}

/** A turn, or the time after which the mail should be tried again. */
export type HeavyTurn = { end(): void } | { waitMs: number };

/** Gives turns to heavy mails. */
export interface HeavyMail {
  /** Resolves when it is the mail's turn, or at once with a wait time if too many are waiting. */
  enter(accountId: string, bytes: number): Promise<HeavyTurn>;
  /** Sends away all waiting mails, and all later ones. */
  close(): void;
}

/** An account gets at most this part of the turns, also while no other account needs them. */
const ACCOUNT_PART = 3 / 4;
const WAIT_MIN_MS = 2_000;
const WAIT_MAX_MS = 60_000;
/** Added per mail that was sent away, so that a backlog returns about as fast as it can be processed. */
const WAIT_PER_MAIL_MS = 100;

/** Creates the limiter of a process. @param random for the jitter of wait times, from 0 up to 1 */
export function createHeavyMail(limits: HeavyMailLimits, random: () => number): HeavyMail {
  const limit = new FairLimit({
    total: limits.active,
    perOwner: Math.max(Math.floor(limits.active * ACCOUNT_PART), 1),
    weight: limits.activeBytes,
    waiting: limits.waiting,
    waitingPerOwner: limits.waitingOfAccount,
  });
  /** Account → mails that were sent away since none of it was waiting. */
  const sentAway = new Map<string, number>();
  /** The mails that wait. */
  const waiting = new Set<(turn: HeavyTurn) => void>();
  let isClosed = false;

  const sendAway = (accountId: string): HeavyTurn => {
    const before = sentAway.get(accountId) ?? 0;
    sentAway.set(accountId, before + 1);
    const waitMs = Math.min(WAIT_MIN_MS + before * WAIT_PER_MAIL_MS, WAIT_MAX_MS);
    return { waitMs: Math.round(waitMs * (1 + random() / 2)) };
  };
  return {
    enter(accountId, bytes) {
      if (isClosed) return Promise.resolve({ waitMs: 0 });
      return new Promise((resolve) => {
        waiting.add(resolve);
        const letIn = (leave: Leave) => {
          waiting.delete(resolve);
          const end = () => {
            if (limit.waitingOf(accountId) === 0) sentAway.delete(accountId);
            leave();
          };
          resolve({ end });
        };
        if (!limit.enter(accountId, letIn, bytes)) {
          waiting.delete(resolve);
          resolve(sendAway(accountId));
        }
      });
    },
    close() {
      isClosed = true;
      limit.clear();
      for (const answer of waiting) answer({ waitMs: 0 });
    },
  };
}
