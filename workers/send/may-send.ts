// Decides whether a mail may be sent, at three moments: when its recipient was claimed; when it has its turn, before
// files are fetched for it and a connection is taken; and when the server waits for its content, the last moment at
// which nothing has been sent. The cheap conditions are checked each time: those of the process, then those of the mail
// that it has in memory. The others need the sender and data of the recipient, which are loaded again for mail that has
// waited in memory, for its turn, its files or a connection: in these minutes a domain may be lost or an address
// suppressed. So it ends as it would have ended at first.
import type { Database } from '../../shared/platform/db/connect.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import { loadAgain } from '../../shared/resources/messaging/emails/delivery/load.ts';
import type { LoadedEmail } from '../../shared/resources/messaging/emails/delivery/loaded-email.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';
import { type GuardOptions, guard, guardInMemory } from './guard.ts';

/**
 * How old a verdict of the guard may be. What a process knows of pauses is as old at most (pause-gate.ts). A full sender
 * of 20 connections, 140 mails, passes each on within this time if its server takes 70 a second: then no mail is loaded
 * again, and with a slower server at most 70 a second are.
 */
const VERDICT_MAX_AGE_MS = 2_000;

/** The dependencies of the question. */
export interface MaySendDeps extends Omit<GuardOptions, 'now'> {
  clock: Clock;
  database: Database;
  log: Logger;
  /** Whether the process may send: it is not stopping, has a lease, and no one has closed a gate. */
  isOpen(): boolean;
  /** Whether the source of an email has been paused. */
  isPaused(email: LoadedEmail): boolean;
}

/** The question about one attempt. */
export interface MaySend {
  /** Later: false also while the database cannot be read. */
  maySend(): Promise<boolean>;
  /** Why it must no longer be sent, and how it ends; undefined: it may be sent, or it is held back for a moment. */
  readonly unsent: AttemptEnd | undefined;
}

/** Asks it of a recipient that was claimed. */
export function createMaySend(attempt: Attempt, deps: MaySendDeps): MaySend {
  const { clock, database, log, isOpen, isPaused, simulatorDomains, random, isSuspended, stopOf } = deps;
  const optionsAt = (now: Date): GuardOptions => ({ simulatorDomains, random, isSuspended, stopOf, now });
  let lastAt = clock.now();
  let unsent = guard(attempt, optionsAt(lastAt));
  const isHeldBack = () => !isOpen() || isPaused(attempt.email);
  const loadAndGuard = async (now: Date) => {
    const current = await loadAgain(database, attempt);
    unsent = guard(current, optionsAt(now));
    lastAt = now;
  };
  return {
    async maySend() {
      if (isHeldBack()) return false;
      const now = clock.now();
      unsent ??= guardInMemory(attempt, optionsAt(now));
      if (unsent) return false;
      if (now.getTime() - lastAt.getTime() < VERDICT_MAX_AGE_MS) return true;
      try {
        await loadAndGuard(now);
      } catch (error) {
        log.warn({ err: error }, 'a mail that has waited could not be checked again; it is returned');
        return false;
      }
      // In the time of reading, the process may have lost its lease.
      return unsent === undefined && !isHeldBack();
    },
    get unsent() {
      return unsent;
    },
  };
}
