// Idempotency keys: a retried request with the same key is not executed twice (docs/reference/idempotency.md). A key is
// reserved in its own transaction before validation, and finished in the transaction that stores the mail, so that an
// answer is stored if and only if the mail exists. A reservation has an owner token and a lease by the database's
// clock, which its process renews (keys-in-progress.ts): if the process dies, the key is free within ten seconds. Finished
// keys are stored for 24 hours by the injected clock.
import { DomainError } from '../../../contract/domain-error.ts';
import { IDEMPOTENCY_KEY_DAYS } from '../../../contract/limits.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { SQLSTATES, sqlstateOf } from '../../../platform/failures/sqlstates.ts';
import { DAY_MS, SECOND_MS } from '../../../platform/time/durations.ts';

/** How long a reservation is valid without a renewal. */
export const LEASE_MS = 10 * SECOND_MS;
/** The same in SQL. */
export const LEASE = `interval '${LEASE_MS} milliseconds'`;
/** How long a repetition waits for the transaction that finishes its key; one that waits for a standby takes longer. */
const LOCK_TIMEOUT = `set_config('lock_timeout', '500', true) AS lock_timeout`;
/** When a client whose key is in progress shall ask again. */
const RETRY_AFTER_SECONDS = 1;
/** How long the answers of keys are stored. */
const KEPT_MS = IDEMPOTENCY_KEY_DAYS * DAY_MS;

/** A request with an idempotency key. */
export interface IdempotentRequest {
  accountId: string;
  key: string;
  /** SHA-256 over the parts of the request that must be equal in a retry. */
  fingerprint: Buffer;
}

/** A key that this request has reserved and may finish. */
export interface Reservation {
  accountId: string;
  key: string;
  ownerToken: string;
}

/** The key that a request wants to reserve. */
export interface WantedKey extends IdempotentRequest, Reservation {
  now: Date;
}

/** The stored answer of a finished request. */
export interface StoredAnswer {
  statusCode: number;
  /** JSON. */
  body: string;
}

/**
 * Thrown when another request has taken over a reservation whose lease had expired. The transaction must not be
 * committed.
 */
export class ReservationLostError extends Error {
  override readonly name = 'ReservationLostError';
}

interface KeyRow {
  fingerprint: Buffer;
  ownerToken: string;
  statusCode: number | null;
  answer: string | null;
}

/**
 * Reserves the keys that no row has. It does not wait for existing rows, because the transaction that finishes one may
 * wait long itself, and it locks in the order of the keys, so that two such statements cannot deadlock.
 */
const TAKE_FREE = `
  INSERT INTO idempotency_keys (account_id, key, fingerprint, owner_token, lease_until, created_at)
  SELECT account_id, key, fingerprint, owner_token, clock_timestamp() + ${LEASE}, created_at
  FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::uuid[], $5::timestamptz[])
      AS wanted (account_id, key, fingerprint, owner_token, created_at),
    set_config('synchronous_commit', 'off', true)
  WHERE NOT EXISTS (SELECT FROM idempotency_keys AS known
                    WHERE known.account_id = wanted.account_id AND known.key = wanted.key)
  ORDER BY account_id, key
  ON CONFLICT (account_id, key) DO NOTHING
  RETURNING owner_token AS "ownerToken"`;

/**
 * Reserves the free keys, each once. Its commit does not wait for the disk. A reservation that is lost when Postgres
 * dies stores nothing, because the transaction that would finish it finds no row; and the next commit that waits writes
 * it to the disk too.
 * @returns whether each is reserved; if not, `reserveKey` says why
 */
export async function reserveFreeKeys(database: Queryable, wanted: readonly WantedKey[]): Promise<boolean[]> {
  const { rows } = await database.query<Pick<Reservation, 'ownerToken'>>({
    name: 'reserve-free-idempotency-keys',
    text: TAKE_FREE,
    values: [
      wanted.map(({ accountId }) => accountId),
      wanted.map(({ key }) => key),
      wanted.map(({ fingerprint }) => fingerprint),
      wanted.map(({ ownerToken }) => ownerToken),
      wanted.map(({ now }) => now),
    ],
  });
  const taken = new Set(rows.map(({ ownerToken }) => ownerToken));
  return wanted.map(({ ownerToken }) => taken.has(ownerToken));
}

/**
 * One statement: reserves the key if it is free, and in any case returns its row, which names its owner. Its commit does
 * not wait for the disk either.
 */
const RESERVE = `
  WITH taken AS (
    INSERT INTO idempotency_keys AS mine (account_id, key, fingerprint, owner_token, lease_until, created_at)
    SELECT $1::uuid, $2::text, $3::bytea, $4::uuid, clock_timestamp() + ${LEASE}, $5::timestamptz
    FROM set_config('synchronous_commit', 'off', true), ${LOCK_TIMEOUT}
    ON CONFLICT (account_id, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, owner_token = excluded.owner_token,
        lease_until = excluded.lease_until, created_at = excluded.created_at, status_code = NULL, answer = NULL
    WHERE mine.created_at <= $6
      OR (mine.status_code IS NULL AND mine.lease_until < clock_timestamp() AND mine.fingerprint = excluded.fingerprint)
    RETURNING fingerprint, owner_token AS "ownerToken", status_code AS "statusCode", answer
  )
  SELECT * FROM taken
  UNION ALL
  SELECT fingerprint, owner_token, status_code, answer FROM idempotency_keys
  WHERE account_id = $1 AND key = $2 AND NOT EXISTS (SELECT FROM taken)`;

/**
 * Reserves a key, or returns the answer that was stored for it, which a failover may still take back
 * (reserve-together.ts).
 * @throws DomainError `invalid_idempotent_request` for a different payload, `concurrent_idempotent_requests` while the
 *   first request runs
 */
export async function reserveKey(
  database: Queryable,
  { accountId, key, fingerprint, ownerToken, now }: WantedKey,
): Promise<Reservation | StoredAnswer> {
  const keptSince = new Date(now.getTime() - KEPT_MS);
  const { rows } = await database
    .query<KeyRow>({
      name: 'reserve-idempotency-key',
      text: RESERVE,
      values: [accountId, key, fingerprint, ownerToken, now, keptSince],
    })
    .catch((error: unknown) => {
      throw sqlstateOf(error) === SQLSTATES.lockNotAvailable ? requestInProgress() : error;
    });
  const [row] = rows;
  if (row?.ownerToken === ownerToken) return { accountId, key, ownerToken };
  if (row && !row.fingerprint.equals(fingerprint)) throw differentPayload();
  // No row: another request reserved the key at the same moment.
  if (!row || row.statusCode === null || row.answer === null) throw requestInProgress();
  return { statusCode: row.statusCode, body: row.answer };
}

/**
 * Stores answers. For sends this happens in the transaction that stores the emails.
 * @throws ReservationLostError when another request has taken over one of the keys
 */
export async function finishKeys(
  transaction: Queryable,
  finished: readonly (Reservation & StoredAnswer)[],
): Promise<void> {
  if (finished.length === 0) return;
  const { rowCount } = await transaction.query({
    name: 'finish-idempotency-keys',
    text: `UPDATE idempotency_keys AS mine SET status_code = done.status_code, answer = done.answer
           FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::smallint[], $5::text[])
             AS done (account_id, key, owner_token, status_code, answer)
           WHERE mine.account_id = done.account_id AND mine.key = done.key
             AND mine.owner_token = done.owner_token AND mine.status_code IS NULL`,
    values: [
      finished.map(({ accountId }) => accountId),
      finished.map(({ key }) => key),
      finished.map(({ ownerToken }) => ownerToken),
      finished.map(({ statusCode }) => statusCode),
      finished.map(({ body }) => body),
    ],
  });
  if (rowCount !== finished.length)
    throw new ReservationLostError('Another request has taken over the reservation.');
}

/**
 * Releases the key of a request that has stored nothing. It waits for no standby, and not for a transaction whose outcome
 * is not known yet: that one decides.
 */
export async function releaseKey(database: Queryable, reservation: Reservation): Promise<void> {
  await database.query({
    name: 'release-idempotency-key',
    text: `DELETE FROM idempotency_keys
           USING set_config('synchronous_commit', 'off', true), ${LOCK_TIMEOUT}
           WHERE account_id = $1 AND key = $2 AND owner_token = $3 AND status_code IS NULL`,
    values: [reservation.accountId, reservation.key, reservation.ownerToken],
  });
}

/** The refusal of a request whose key is reserved by another request. */
export function requestInProgress(): DomainError {
  return new DomainError(
    'concurrent_idempotent_requests',
    'A request with this idempotency key is still in progress. Try again later.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

function differentPayload(): DomainError {
  return new DomainError(
    'invalid_idempotent_request',
    'This idempotency key was already used with a different payload.',
  );
}
