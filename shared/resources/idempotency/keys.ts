// Idempotency keys (interface.md, Idempotency; decisions.md §2): a key is reserved in a transaction of its own before
// anything else is looked at, and finished in the transaction that stores the mail, so an answer is remembered if
// and only if the mail exists. A reservation has an owner and a lease by the database's clock: a process that dies
// holds a key for a minute at most. Keys are kept for 24 hours by the injected clock.
import { randomUUID } from 'node:crypto';
import { DomainError } from '../../contract/domain-error.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import { DAY_MS } from '../../platform/time/durations.ts';

const LEASE = "interval '60 seconds'";
/** interface.md, Limits. */
const KEPT_MS = DAY_MS;

/** What a client sends under a key. */
export interface IdempotentRequest {
  accountId: string;
  key: string;
  /** SHA-256 of what makes two requests the same. */
  fingerprint: Buffer;
}

/** A key that this request may finish. */
export interface Reservation {
  accountId: string;
  key: string;
  ownerToken: string;
}

/** An answer that was given before. */
export interface RememberedAnswer {
  statusCode: number;
  /** JSON. */
  body: string;
}

/** Thrown when a reservation was taken over; its transaction must not be committed. */
export class ReservationLostError extends Error {
  override readonly name = 'ReservationLostError';
}

interface KeyRow {
  fingerprint: Buffer;
  ownerToken: string;
  statusCode: number | null;
  answer: string | null;
}

/** One statement: takes the key when nobody holds it, and in any case says who does. */
const RESERVE = `
  WITH taken AS (
    INSERT INTO idempotency_keys AS mine (account_id, key, fingerprint, owner_token, lease_until, created_at)
    VALUES ($1, $2, $3, $4, clock_timestamp() + ${LEASE}, $5)
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
 * Reserves a key, or finds what it was answered before.
 * @throws DomainError `invalid_idempotent_request` for another payload, `concurrent_idempotent_requests` while the
 *   first request runs
 */
export async function reserveKey(
  database: Queryable,
  request: IdempotentRequest,
  now: Date,
): Promise<Reservation | RememberedAnswer> {
  const { accountId, key, fingerprint } = request;
  const ownerToken = randomUUID();
  const keptSince = new Date(now.getTime() - KEPT_MS);
  const { rows } = await database.query<KeyRow>({
    name: 'reserve-idempotency-key',
    text: RESERVE,
    values: [accountId, key, fingerprint, ownerToken, now, keptSince],
  });
  const [row] = rows;
  if (row?.ownerToken === ownerToken) return { accountId, key, ownerToken };
  if (row && !row.fingerprint.equals(fingerprint)) throw differentPayload();
  // No row: another request has taken the key in this very moment.
  if (!row || row.statusCode === null || row.answer === null) throw stillRunning();
  return { statusCode: row.statusCode, body: row.answer };
}

/**
 * Remembers answers; those to sends in the transaction that makes them true.
 * @throws ReservationLostError when somebody else has taken one of the keys over
 */
export async function finishKeys(
  transaction: Queryable,
  finished: readonly (Reservation & RememberedAnswer)[],
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
  if (rowCount !== finished.length) throw new ReservationLostError('A reservation was taken over.');
}

/** Lets go of a key whose request has left nothing behind. */
export async function releaseKey(database: Queryable, reservation: Reservation): Promise<void> {
  await database.query({
    name: 'release-idempotency-key',
    text: `DELETE FROM idempotency_keys
           WHERE account_id = $1 AND key = $2 AND owner_token = $3 AND status_code IS NULL`,
    values: [reservation.accountId, reservation.key, reservation.ownerToken],
  });
}

/** Forgets keys that are kept no longer. */
export async function forgetOldKeys(database: Queryable, now: Date): Promise<void> {
  await database.query('DELETE FROM idempotency_keys WHERE created_at <= $1', [
    new Date(now.getTime() - KEPT_MS),
  ]);
}

/** The answer to a request whose key somebody else holds. */
export function stillRunning(): DomainError {
  return new DomainError(
    'concurrent_idempotent_requests',
    'A request with this idempotency key is still running. Retry later.',
  );
}

function differentPayload(): DomainError {
  return new DomainError('invalid_idempotent_request', 'This idempotency key was used with another payload.');
}
