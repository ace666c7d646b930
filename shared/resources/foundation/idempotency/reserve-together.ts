// Reserves the idempotency keys of requests that arrive together in one statement: it takes the free ones, as nearly
// all are, and checks each of the others alone, as well as each key of a group that failed. A stored answer is repeated
// only when a failover cannot undo it: answers that are repeated together are confirmed once.
import { randomUUID } from 'node:crypto';
import { DomainError } from '../../../contract/domain-error.ts';
import type { Database, Queryable } from '../../../platform/db/connect.ts';
import { createGroupCommit } from '../../../platform/db/group-commit.ts';
import { readConfirmed } from '../../../platform/db/group-store/find-committed.ts';
import {
  type IdempotentRequest,
  type Reservation,
  reserveFreeKeys,
  reserveKey,
  type StoredAnswer,
  type WantedKey,
} from './keys.ts';

/**
 * Reserves the key of a request, or returns the answer that was stored for it.
 * @throws DomainError as `reserveKey`
 */
export type ReserveKey = (request: IdempotentRequest, now: Date) => Promise<Reservation | StoredAnswer>;

/** The outcome for a repeated request; its key may have become free since the first check. */
type Outcome = Reservation | StoredAnswer | { refusal: DomainError };

/** Largest number of keys in a statement. */
const GROUP_MAX_KEYS = 100;

/** Creates what reserves the keys of a process. */
export function createKeyReserving(database: Database): ReserveKey {
  const bounds = {
    ownerOf: ({ accountId }: WantedKey) => accountId,
    maxItems: GROUP_MAX_KEYS,
    maxWriting: 1,
  };
  const groups = createGroupCommit<WantedKey, boolean>({
    ...bounds,
    write: (wanted) => reserveFreeKeys(database, wanted),
  });
  // One at a time: without its standby a server answers none of them, and each would take a connection.
  const replays = createGroupCommit<WantedKey, Outcome>({
    ...bounds,
    write: (wanted) =>
      readConfirmed(
        database,
        (connection) => reserveEach(connection, wanted),
        (outcomes) => outcomes.some((outcome) => 'body' in outcome),
      ),
  });
  return async ({ accountId, key, fingerprint }, now) => {
    const ownerToken = randomUUID();
    const wanted = { accountId, key, fingerprint, ownerToken, now };
    const isTaken = await groups.add(wanted).catch(() => false);
    if (isTaken) return { accountId, key, ownerToken };
    const reserved = await reserveKey(database, wanted);
    if (!('body' in reserved)) return reserved;
    const outcome = await replays.add(wanted);
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome;
  };
}

/** Reads the answers again, on the connection that confirms them. */
async function reserveEach(connection: Queryable, wanted: readonly WantedKey[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const each of wanted)
    outcomes.push(
      await reserveKey(connection, each).catch((refusal: unknown) => {
        if (refusal instanceof DomainError) return { refusal };
        throw refusal;
      }),
    );
  return outcomes;
}
