// Tables whose rows are work: recipients to send to, webhook messages to deliver, recurring work. Each such table
// has the columns `next_attempt_at, attempts, claimed_by, claim_token, woken_at`, and the rules of a row's way from
// due to done are here, once:
//
//   waiting ──due: tick──► woken ──job: claim──► claimed ──release──► waiting (done: next_attempt_at null)
//      ▲                   │   ▲                    │
//      │                   └───┘ job lost: sweeper  │
//      └───────────── worker died: sweeper ─────────┘
//
// A try counts when it ended with an outcome: a row that is freed without one gets its try back.
//
// The state is in the columns: claimed_by set is claimed, else woken_at set is woken, else the row waits for
// next_attempt_at. Only a woken row can be claimed, so a job that comes late or twice finds nothing to do. Every move
// is a compare-and-set in one statement, so any number of processes may tick, sweep and claim at once.
import type { Database, Queryable } from '../db/connect.ts';
import type { WorkTableDefinition } from './work-table-definition.ts';
import { claimingSql, freeingSql, wakingSql } from './work-table-sql.ts';

/** A row that a worker holds. Whoever writes its outcome must show the token. */
export interface Claim {
  id: string;
  token: string;
}

/** Who claims, and under which token. */
export interface ClaimLease {
  worker: string;
  token: string;
}

/** A row is due again at `nextAttemptAt`; null: nothing is left to do. */
export interface Release extends Claim {
  nextAttemptAt: Date | null;
}

/** The statements of one table of work. */
export interface WorkStatements {
  readonly definition: WorkTableDefinition;
  /** Marks due rows as woken and returns their keys, oldest first. `now` is the injected clock. */
  markDue(database: Queryable, now: Date, limit: number): Promise<string[]>;
  /** Marks again the rows that were woken before an instant of the database's clock and are still unclaimed. */
  markForgotten(database: Queryable, wokenBefore: Date, limit: number): Promise<string[]>;
  /**
   * Claims those of the rows that are woken and free; another worker's claims are skipped, not waited for.
   * `lease` is made by the caller, anew for each call, so that a claim whose answer was lost can be abandoned.
   */
  claim(database: Queryable, ids: readonly string[], lease: ClaimLease): Promise<Claim[]>;
  /** Ends claims. Rows whose token is stale are left alone; the ids that were released are returned. */
  release(database: Queryable, releases: readonly Release[]): Promise<string[]>;
  /** Lets go of everything still held under this lease; it is due again at `retryAt`, or later if it was. */
  abandon(database: Queryable, lease: ClaimLease, retryAt: Date): Promise<string[]>;
  /** Finds rows whose workers have not renewed their heartbeat for so long, by the database's clock. */
  findLost(database: Queryable, deadAfterMs: number, limit: number): Promise<Claim[]>;
  /**
   * Frees rows of dead workers, but for those that were claimed anew or are just being written, and returns their
   * keys. `now` is the injected clock.
   */
  reclaim(database: Queryable, lost: readonly Claim[], now: Date): Promise<string[]>;
}

/**
 * A table of work as workers use it: what frees rows may do more in the same transaction, and what is woken may be what
 * the rows belong to (shared/resources/webhooks/delivery/messages-table.ts).
 */
export interface WorkTable extends Omit<WorkStatements, 'markForgotten' | 'abandon' | 'reclaim'> {
  /** `now` is the injected clock, for tables that tell by it what is due. */
  markForgotten(database: Queryable, wokenBefore: Date, limit: number, now: Date): Promise<string[]>;
  abandon(database: Database, lease: ClaimLease, retryAt: Date): Promise<string[]>;
  reclaim(database: Database, lost: readonly Claim[], now: Date): Promise<string[]>;
}

/** Builds the statements of a table of work. */
export function createWorkTable(definition: WorkTableDefinition): WorkStatements {
  const { table } = definition;
  const { markDue, markForgotten } = wakingSql(definition);
  const { claim, release } = claimingSql(definition);
  const { abandon, findLost, reclaim } = freeingSql(definition);
  // Prepared: planning a statement over a dozen partitions takes longer than running it.
  const run = async (database: Queryable, name: string, text: string, values: unknown[]) => {
    const { rows } = await database.query<{ id: string }>({ name: `${table}-${name}`, text, values });
    return rows.map(({ id }) => id);
  };
  return {
    definition,
    markDue: (database, now, limit) => run(database, 'mark-due', markDue, [now, limit]),
    markForgotten: (database, wokenBefore, limit) =>
      run(database, 'mark-forgotten', markForgotten, [wokenBefore, limit]),
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
    async findLost(database, deadAfterMs, limit) {
      const values = [deadAfterMs, limit];
      const { rows } = await database.query<Claim>({ name: `${table}-find-lost`, text: findLost, values });
      return rows;
    },
    reclaim: (database, lost, now) =>
      run(database, 'reclaim', reclaim, [lost.map(({ id }) => id), lost.map(({ token }) => token), now]),
  };
}
