// Runs work at most once under an idempotency key, however often a client repeats it.
import type { Queryable } from '../../../platform/db/connect.ts';
import { NoAnswerError } from '../../../platform/failures/unavailable.ts';
import { type IdempotentRequest, type Reservation, releaseKey, type StoredAnswer } from './keys.ts';
import type { KeysInProgress } from './keys-in-progress.ts';

/** The dependencies of running. */
export interface RunUnderKeyDeps {
  database: Queryable;
  keysInProgress: KeysInProgress;
  now: Date;
}

/** The result of the work, or the stored result if it was done before. */
export type KeyOutcome<Result> = { result: Result } | { stored: StoredAnswer };

/**
 * Runs work.
 * @param run does it and finishes the reservation; when it throws, the key is released unless its outcome is unknown
 * @throws DomainError when another request has the key (`reserveKey`); what the work throws
 */
export async function runUnderKey<Result>(
  { database, keysInProgress, now }: RunUnderKeyDeps,
  request: IdempotentRequest,
  run: (reservation: Reservation) => Promise<Result>,
): Promise<KeyOutcome<Result>> {
  const reserved = await keysInProgress.reserve(request, now);
  if ('body' in reserved) return { stored: reserved };
  try {
    return { result: await keysInProgress.during(reserved, () => run(reserved)) };
  } catch (error) {
    // A transaction that may still be committed decides, and keeps the key reserved until then.
    if (error instanceof NoAnswerError) throw error;
    // If the database is unreachable, the lease of the key still expires. A finished key stays finished.
    await releaseKey(database, reserved).catch(() => undefined);
    throw error;
  }
}
