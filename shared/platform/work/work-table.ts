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

/** Names a table of work. All values are constants in our code, never input. */
export interface WorkTableDefinition {
  table: string;
  /** Primary key. */
  key: string;
  keyType: 'uuid' | 'text';
  /** Which rows become due by their time alone, for example `state <> 'pending'`; all when absent. */
  dueWhen?: string;
  /** Assignments beside the lease when a row is claimed, for example `state = 'sending'`. */
  onClaim?: string;
  /** Assignments beside the lease when a row is freed undone, for example `state = 'queued'`. */
  onReclaim?: string;
  /** Assignments beside those when it is freed because its worker died, for example a count. */
  onDeath?: string;
  /** An SQL interval for which a row waits whose worker died; null, as by default: no longer than it did. */
  waitAfterDeath?: string;
  /** False: what the rows belong to is woken instead; then `woken_at` is never set, and needs no index. */
  wakesRows?: boolean;
  /** Which rows nobody is to claim though their time has come, for example of a disabled endpoint. */
  held?: WorkHold;
  /** Which waiting rows wait because a try has failed; `attempts > 0` when absent. */
  retryWhen?: string;
  /** An SQL text: how the last try ended, for operators. */
  lastAnswer?: string;
  /** A jsonb of SQL: what the row is about, for operators. */
  about?: string;
}

/** What keeps rows from being claimed, beside their time. */
export interface WorkHold {
  /** An SQL condition on the row; `$1` is now, by the injected clock. Asked of up to 100,000 rows, so it is cheap. */
  when: string;
  /** An SQL text: what holds the row, as a sentence for operators. */
  why: string;
}

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
  const { table, key, keyType, dueWhen = 'true', onClaim, onReclaim } = definition;
  const { onDeath, waitAfterDeath = 'NULL::interval' } = definition;
  const free = 'claimed_by = NULL, claim_token = NULL, woken_at = NULL';
  const freeUndone = [free, 'attempts = attempts - 1', ...(onReclaim ? [onReclaim] : [])].join(', ');
  // Prepared: planning a statement over a dozen partitions takes longer than running it.
  const run = async (database: Queryable, name: string, text: string, values: unknown[]) => {
    const { rows } = await database.query<{ id: string }>({ name: `${table}-${name}`, text, values });
    return rows.map(({ id }) => id);
  };
  // Rows are always reached by an array of keys, also where a join would name them too: a join may be planned as a
  // scan of the whole table, and the plan of a prepared statement stays while the table grows. The sub-select takes
  // the locks, in the order that it names.
  const mark = (condition: string, order: string) => `
    UPDATE ${table} SET woken_at = clock_timestamp()
    WHERE ${key} = ANY(ARRAY(
      SELECT ${key} FROM ${table} WHERE claimed_by IS NULL AND ${condition}
      ORDER BY ${order} LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING ${key} AS id`;
  // CASE hides from the planner that the condition is that of the index on woken_at: it would read all woken rows.
  const claim = `
    UPDATE ${table} SET claimed_by = $2, claim_token = $3, attempts = attempts + 1${onClaim ? `, ${onClaim}` : ''}
    WHERE ${key} = ANY(ARRAY(
      SELECT ${key} FROM ${table}
      WHERE ${key} = ANY($1::${keyType}[]) AND CASE WHEN claimed_by IS NULL THEN woken_at IS NOT NULL END
      ORDER BY ${key} FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING ${key} AS id`;
  const release = `
    WITH held AS (
      SELECT ${table}.${key}, done.next_attempt_at
      FROM unnest($1::${keyType}[], $2::uuid[], $3::timestamptz[]) AS done (id, token, next_attempt_at)
      JOIN ${table} ON ${table}.${key} = done.id AND ${table}.claim_token = done.token
        AND ${table}.${key} = ANY($1::${keyType}[])
      ORDER BY ${table}.${key} FOR NO KEY UPDATE OF ${table}
    )
    UPDATE ${table} SET ${free}, next_attempt_at = held.next_attempt_at
    FROM held WHERE ${table}.${key} = held.${key} AND ${table}.${key} = ANY($1::${keyType}[])
    RETURNING ${table}.${key} AS id`;
  const abandon = `
    UPDATE ${table} SET ${freeUndone}, next_attempt_at = greatest(next_attempt_at, $3)
    WHERE ${key} = ANY(ARRAY(
      SELECT ${key} FROM ${table} WHERE claimed_by = $1 AND claim_token = $2
      ORDER BY ${key} FOR NO KEY UPDATE))
    RETURNING ${key} AS id`;
  const findLost = `
    SELECT ${key} AS id, claim_token AS token FROM ${table}
    WHERE claimed_by IS NOT NULL AND NOT EXISTS (
      SELECT FROM worker_processes
      WHERE id = claimed_by AND heartbeat_at > clock_timestamp() - $1 * interval '1 millisecond')
    ORDER BY ${key} LIMIT $2`;
  const reclaim = `
    UPDATE ${table} SET ${freeUndone}${onDeath ? `, ${onDeath}` : ''},
      next_attempt_at = greatest(next_attempt_at, $3::timestamptz + ${waitAfterDeath})
    WHERE ${key} = ANY(ARRAY(
      SELECT ${key} FROM ${table}
      WHERE ${key} = ANY($1::${keyType}[]) AND claim_token = ANY($2::uuid[])
      ORDER BY ${key} FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING ${key} AS id`;
  const markDue = mark(`woken_at IS NULL AND next_attempt_at <= $1 AND ${dueWhen}`, 'next_attempt_at');
  const markForgotten = mark('woken_at < $1', 'woken_at');
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
