// Work tables (job queues in Postgres): their rows are work, such as recipients to send to, webhook messages to
// deliver, recurring tasks. Each one has the columns `next_attempt_at, attempts, claimed_by, claim_token, woken_at`,
// and the state machine of a row is defined here, once for all of them:
//
//   waiting ──due: tick──► woken ──job: claim──► claimed ──release──► waiting (done: next_attempt_at null)
//      ▲                   │   ▲                    │
//      │                   └───┘ job lost: sweeper  │
//      └───────────── worker died: sweeper ─────────┘
//
// A claim is covered by the lease of its worker (worker_processes), and its token is a fencing token. An attempt counts
// only if it ended with an outcome: `attempts` is decremented when a row is freed without one.
//
// The columns are the state: claimed if claimed_by is set, else woken if woken_at is set, else waiting until
// next_attempt_at. Only a woken row can be claimed, so a job that is late or duplicated finds nothing to do. Every
// transition is a compare-and-set in one statement, so any number of processes may tick, sweep and claim concurrently.
// See docs/architecture/work.md.
import type { Database, Queryable } from '../db/connect.ts';
import { createTurns } from './turns/wake-in-turns.ts';
import { nameOfWork, type WorkTableDefinition, waitsWhileSuspended } from './work-table-definition.ts';
import { claimingSql, freeingSql, heldOf, sleepingSql, wakingSql } from './work-table-sql.ts';

/** A claimed row. Its outcome is written only with the token (fencing token): after a reclaim the token is stale. */
export interface Claim {
  id: string;
  token: string;
}

/** The worker process that claims, and the fencing token of this claim. */
export interface ClaimLease {
  worker: string;
  token: string;
}

/** The end of a claim: the row is due again at `nextAttemptAt`, or finished if that is null. */
export interface Release extends Claim {
  nextAttemptAt: Date | null;
}

/** The statements of one table of work. */
export interface WorkStatements {
  readonly definition: WorkTableDefinition;
  /** Marks due rows as woken and returns their keys, oldest first. `now` is of the injected clock. */
  markDue(database: Queryable, now: Date, limit: number): Promise<string[]>;
  /** Whether due rows wait for the turn of their account; absent: accounts take no turns. */
  isAnyDue?(database: Queryable, now: Date): Promise<boolean>;
  /**
   * Marks the rows as woken a second time that are still unclaimed since `wokenBefore` (by the database's clock),
   * because their wake-up was lost. Returns their keys.
   */
  markLostWakeUps(database: Queryable, wokenBefore: Date, limit: number): Promise<string[]>;
  /** Lets woken rows of suspended accounts sleep (docs/architecture/suspension.md). Returns their keys. */
  letSuspendedSleep(database: Queryable, limit: number): Promise<string[]>;
  /**
   * Claims the rows that are woken and unclaimed. Rows that another worker locks are skipped (SKIP LOCKED).
   * The caller makes a new `lease` token for each call, so that a claim whose answer was lost can be abandoned.
   */
  claim(database: Queryable, ids: readonly string[], lease: ClaimLease): Promise<Claim[]>;
  /** Ends claims and returns the ids of the released rows. Rows whose token is stale do not change. */
  release(database: Queryable, releases: readonly Release[]): Promise<string[]>;
  /**
   * Frees all rows that are still claimed under this lease. They become due at `retryAt`, but never earlier than
   * before.
   */
  abandon(database: Queryable, lease: ClaimLease, retryAt: Date): Promise<string[]>;
  /** Finds claimed rows of dead workers: no heartbeat for `deadAfterMs`, by the database's clock. */
  findLost(database: Queryable, deadAfterMs: number, limit: number): Promise<Claim[]>;
  /** Finds rows that a worker has claimed under other tokens than the given ones. */
  findUnheld(database: Queryable, worker: string, tokens: readonly string[], limit: number): Promise<Claim[]>;
  /**
   * Frees rows of dead workers, counts the death, and returns their keys. Rows that have been claimed again, or that are
   * locked, do not change. `now` is of the injected clock.
   */
  reclaim(database: Queryable, lost: readonly Claim[], now: Date): Promise<string[]>;
}

/**
 * A table of work as workers use it. A table may do more in the transaction that frees its rows, and may wake the
 * parent of its rows instead of the rows (shared/resources/foundation/webhooks/delivery/work.ts).
 */
export interface WorkTable extends Omit<WorkStatements, 'markLostWakeUps' | 'abandon' | 'reclaim'> {
  /** `now` is of the injected clock, for tables that compare due times with it. */
  markLostWakeUps(database: Queryable, wokenBefore: Date, limit: number, now: Date): Promise<string[]>;
  abandon(database: Database, lease: ClaimLease, retryAt: Date): Promise<string[]>;
  reclaim(database: Database, lost: readonly Claim[], now: Date): Promise<string[]>;
}

/** Builds the statements of a table of work. */
export function createWorkTable(given: WorkTableDefinition): WorkStatements {
  const definition = { ...given, held: heldOf(given) };
  const kind = nameOfWork(definition);
  const { markDue, markLostWakeUps } = wakingSql(definition);
  const { claim, release } = claimingSql(definition);
  const { abandon, findLost, findUnheld, reclaim } = freeingSql(definition);
  // Named, so that it is prepared once: planning a statement over a dozen partitions takes longer than running it.
  const run = async (database: Queryable, name: string, text: string, values: unknown[]) => {
    const { rows } = await database.query<{ id: string }>({ name: `${kind}-${name}`, text, values });
    return rows.map(({ id }) => id);
  };
  const find = async (database: Queryable, name: string, text: string, values: unknown[]) =>
    (await database.query<Claim>({ name: `${kind}-${name}`, text, values })).rows;
  const maySleep = waitsWhileSuspended(definition) && definition.wakesRows !== false;
  const letSleep = maySleep ? sleepingSql(definition) : undefined;
  const turns = definition.turns && createTurns(definition, definition.turns);
  return {
    definition,
    ...(turns
      ? { markDue: turns.wake, isAnyDue: turns.isAnyDue }
      : { markDue: (database, now, limit) => run(database, 'mark-due', markDue, [now, limit]) }),
    markLostWakeUps: (database, wokenBefore, limit) =>
      run(database, 'mark-lost-wake-ups', markLostWakeUps, [wokenBefore, limit]),
    letSuspendedSleep: async (database, limit) =>
      letSleep === undefined ? [] : await run(database, 'let-sleep', letSleep, [limit]),
    async claim(database, ids, { worker, token }) {
      const claimed = await run(database, 'claim', claim, [ids, worker, token]);
      return claimed.map((id) => ({ id, token }));
    },
    abandon: (database, { worker, token }, retryAt) =>
      run(database, 'abandon', abandon, [worker, token, retryAt]),
    release: (database, releases) =>
      run(database, 'release', release, [
        releases.map(({ id }) => id),
        releases.map(({ token }) => token),
        releases.map(({ nextAttemptAt }) => nextAttemptAt),
      ]),
    findLost: (database, deadAfterMs, limit) => find(database, 'find-lost', findLost, [deadAfterMs, limit]),
    findUnheld: (database, worker, tokens, limit) =>
      find(database, 'find-unheld', findUnheld, [worker, tokens, limit]),
    reclaim: (database, lost, now) =>
      run(database, 'reclaim', reclaim, [lost.map(({ id }) => id), lost.map(({ token }) => token), now]),
  };
}
