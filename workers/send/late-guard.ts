// Guards an attempt again whose mail has waited in memory: for its turn among heavy mails, for its hosted files, for a
// connection. That may take minutes, in which a domain is lost or an address suppressed. The sender and the standing of
// the recipient are loaded again for it, so mail that is refused late ends as it would have ended at first.
import type { Database } from '../../shared/platform/db/connect.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import { loadAgain } from '../../shared/resources/messaging/emails/delivery/load.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';
import { type GuardOptions, guard } from './guard.ts';

/**
 * How old a verdict of the guard may be. What a process knows of pauses is as old at most (pause-gate.ts). A full sender
 * of 20 connections, 140 mails, passes each on within this time if its server takes 70 a second: then no mail is loaded
 * again, and with a slower server at most 70 a second are.
 */
const VERDICT_MAX_AGE_MS = 2_000;

/** What guarding late needs. */
export interface LateGuardDeps extends Omit<GuardOptions, 'now'> {
  clock: Clock;
  database: Database;
  log: Logger;
}

/** The verdict of the guard about one attempt. */
export interface LateGuard {
  /** Whether the attempt may still be made; false also while the database cannot be read. */
  passes(): Promise<boolean>;
  /** Why it must not be made any more; undefined: it may, or it is not known. */
  readonly unsent: AttemptEnd | undefined;
}

/** Begins with an attempt that the guard has let pass. @param judgedAt when it has */
export function createLateGuard(attempt: Attempt, judgedAt: Date, deps: LateGuardDeps): LateGuard {
  const { clock, database, log, simulatorDomains, random, isSuspended, stopOf } = deps;
  let lastAt = judgedAt;
  let unsent: AttemptEnd | undefined;
  return {
    async passes() {
      const now = clock.now();
      if (now.getTime() - lastAt.getTime() < VERDICT_MAX_AGE_MS) return unsent === undefined;
      try {
        const current = await loadAgain(database, attempt);
        unsent = guard(current, { simulatorDomains, now, random, isSuspended, stopOf });
        lastAt = now;
        return unsent === undefined;
      } catch (error) {
        log.warn({ err: error }, 'a mail that has waited could not be checked again; it is returned');
        return false;
      }
    },
    get unsent() {
      return unsent;
    },
  };
}
