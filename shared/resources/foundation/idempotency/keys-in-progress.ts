// The idempotency keys that the requests of this process hold: reserves them, and renews their leases. A lease is short, so that it ends soon
// after its process has died; a process that lives renews it, for RESERVED_MAX_MS at most. Most requests end before the
// first renewal, which so costs nothing. A process that is merely slow may lose a key: its transaction then finds
// another owner token and stores nothing (keys.ts).
import type { Database } from '../../../platform/db/connect.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { SECOND_MS } from '../../../platform/time/durations.ts';
import { LEASE, LEASE_MS, type Reservation } from './keys.ts';
import { createKeyReserving, type ReserveKey } from './reserve-together.ts';

/** Three renewals in one lease: the first renewal of a key is at most twice this time after its reservation. */
const RENEW_EVERY_MS = LEASE_MS / 4;
/** A request that runs for longer may lose its key. */
const RESERVED_MAX_MS = 60 * SECOND_MS;

/**
 * A row that is locked is skipped: its transaction finishes the key, or a repetition checks it. So a renewal does not
 * wait for a transaction of a group of emails, and does not deadlock with one. It does not wait for the standby either:
 * only the requests of this server wait for a lease.
 */
const RENEW = `
  WITH held AS MATERIALIZED (
    SELECT mine.account_id, mine.key FROM idempotency_keys AS mine
    JOIN unnest($1::uuid[], $2::text[], $3::uuid[]) AS reserved (account_id, key, owner_token)
      ON mine.account_id = reserved.account_id AND mine.key = reserved.key
        AND mine.owner_token = reserved.owner_token AND mine.status_code IS NULL
    FOR NO KEY UPDATE OF mine SKIP LOCKED
  )
  UPDATE idempotency_keys AS mine SET lease_until = clock_timestamp() + ${LEASE}
  FROM held, set_config('synchronous_commit', 'off', true)
  WHERE mine.account_id = held.account_id AND mine.key = held.key`;

/** The keys that requests of a process hold. */
export class KeysInProgress {
  readonly reserve: ReserveKey;
  readonly #database: Database;
  readonly #log: Logger;
  /** Reservation → when it was made, by the monotonic clock. */
  readonly #inProgressSince = new Map<Reservation, number>();
  #timer: NodeJS.Timeout | undefined;
  #renewing = false;

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#database = database;
    this.#log = log;
    this.reserve = createKeyReserving(database);
  }

  /** Holds a key that was just reserved while `work` runs. */
  async during<Result>(reservation: Reservation, work: () => Promise<Result>): Promise<Result> {
    this.#inProgressSince.set(reservation, performance.now());
    this.#timer ??= setInterval(() => void this.#renew(), RENEW_EVERY_MS);
    try {
      return await work();
    } finally {
      this.#inProgressSince.delete(reservation);
      if (this.#inProgressSince.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  /** A failure is not a fault of the requests: their transactions decide. */
  async #renew(): Promise<void> {
    const now = performance.now();
    const held = [...this.#inProgressSince].filter(
      ([, since]) => now - since >= RENEW_EVERY_MS && now - since < RESERVED_MAX_MS,
    );
    if (this.#renewing || held.length === 0) return;
    this.#renewing = true;
    const reservations = held.map(([reservation]) => reservation);
    try {
      await this.#database.query({
        name: 'renew-idempotency-keys',
        text: RENEW,
        values: [
          reservations.map(({ accountId }) => accountId),
          reservations.map(({ key }) => key),
          reservations.map(({ ownerToken }) => ownerToken),
        ],
      });
    } catch (error) {
      this.#log.warn({ err: error, keys: held.length }, 'the leases of idempotency keys were not renewed');
    } finally {
      this.#renewing = false;
    }
  }
}
