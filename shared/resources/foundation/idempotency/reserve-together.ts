// Reserves the idempotency keys of requests that come together in one statement: it takes those that are free, as nearly all
// are, and each of the others is looked at alone, as each key of a group that failed.
import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../platform/db/connect.ts';
import { createGroupCommit } from '../../../platform/db/group-commit.ts';
import {
  type IdempotentRequest,
  type Reservation,
  reserveKey,
  type StoredAnswer,
  takeFreeKeys,
  type WantedKey,
} from './keys.ts';

/**
 * Reserves the key of a request, or returns the answer that was stored for it.
 * @throws DomainError as `reserveKey`
 */
export type ReserveKey = (request: IdempotentRequest, now: Date) => Promise<Reservation | StoredAnswer>;

/** Largest number of keys in a statement. */
const GROUP_MAX_KEYS = 100;

/** Creates what reserves the keys of a process. */
export function createKeyReserving(database: Queryable): ReserveKey {
  const groups = createGroupCommit<WantedKey, boolean>({
    write: (wanted) => takeFreeKeys(database, wanted),
    ownerOf: ({ accountId }) => accountId,
    maxItems: GROUP_MAX_KEYS,
    maxWriting: 1,
  });
  return async ({ accountId, key, fingerprint }, now) => {
    const ownerToken = randomUUID();
    const wanted = { accountId, key, fingerprint, ownerToken, now };
    const isTaken = await groups.add(wanted).catch(() => false);
    return isTaken ? { accountId, key, ownerToken } : await reserveKey(database, wanted);
  };
}
