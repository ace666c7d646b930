// A walk: work that goes over many rows, such as all contacts of a deleted audience, step by step. Each step locks the row of
// the walk under the token of its claim, does the next part, and writes in the same transaction how far it has come
// (keyset). So whatever dies, every part is done once, and another worker goes on where this one has stopped.
//
// In addition to the columns of work (work-table.ts), the row has account_id, a position and last_error. A walk that
// goes on has no attempts, however many jobs it takes: those that it has are tries that a bug has ended.
import { isDeepStrictEqual } from 'node:util';
import type { Database, Queryable } from '../db/connect.ts';
import { type Transaction, transaction } from '../db/transaction.ts';
import { SQLSTATES, sqlstateOf } from '../failures/sqlstates.ts';
import type { PassCrashPoint } from '../process/crash-points.ts';
import { retryTime, TRIES_MAX } from './retry-time.ts';
import type { Claim } from './work-table.ts';

/** The dependencies of every step. */
export interface WalkDeps {
  database: Database;
  passCrashPoint: PassCrashPoint;
}

/** The keys of the last row that was read. */
type Position = string | readonly string[];

/** The row of a walk, with the columns that its steps ask for. */
interface WalkRow {
  id: string;
  accountId: string;
  position: Position;
}

/** Column → value. */
type Values = Readonly<Record<string, unknown>>;

/** The result of a step. */
export type WalkStep =
  /** The walk continues after this position, at once or from a time on. `set`: other columns that have changed. */
  { position: Position; set?: Values; waitUntil?: Date | undefined } | WalkDone;

/** The walk has ended: its row is deleted or, with `set`, stays with these values. */
export interface WalkDone {
  isDone: true;
  set?: Values | undefined;
}

/** `done` also when another worker has taken over the walk. */
export type WalkEnd = 'more' | 'waits' | 'done';

/** The result of a step in transactions of its own. */
export type WalkActed = Extract<WalkEnd, 'more' | 'done'> | { waitUntil: Date };

/** The input that a transaction gives a step. */
interface Session {
  client: Transaction;
}

/** The rows of a kind of walk. All values are SQL constants in our code. */
interface RowsDefinition {
  table: string;
  /** The columns of a row that the steps need; `position` is one of them. */
  columns: string;
  /** The column that has the position; by default `position`. */
  positionColumn?: string;
}

/** A kind of walk. */
interface WalkDefinition<Row, Deps, Read, Opened> extends RowsDefinition {
  /** Reads data for longer than others may wait for the row. It counts only if the row is the same afterwards. */
  read?(row: Row, deps: Deps, now: Date): Promise<Read>;
  /**
   * Does the next part where it needs transactions of its own, such as one that stores mail. Each of them must change
   * the row under the token of the claim, or do nothing. undefined: there is no such part, and `step` does the next
   * one.
   */
  act?(row: Row, input: { deps: Deps; claim: Claim; now: Date }): Promise<WalkActed | undefined>;
  /** Runs the transaction of a step, where a plain one is not enough. It may run the step more than once. */
  open?(row: Row, deps: Deps, work: (session: Opened) => Promise<WalkEnd>): Promise<WalkEnd>;
  /** Does the next part. */
  step(row: Row, input: Opened & { deps: Deps; now: Date; read: Read | undefined }): Promise<WalkStep>;
  /** Ends a walk after its last try; undefined, the default: tries never end. */
  giveUp?(row: Row, now: Date): WalkDone | undefined;
}

/** A kind of walk, for the workers. */
export interface Walk<in Deps> {
  /** The claims by account, those first that have waited longest. */
  byAccount(database: Database, claims: readonly Claim[]): Promise<Map<string, Claim[]>>;
  /** Does one step. @throws what has ended it; nothing was done then */
  step(deps: Deps, claim: Claim, now: Date): Promise<WalkEnd>;
  /** Ends a claim: the walk continues from this time on. This was not a try. */
  wait(database: Database, claim: Claim, until: Date): Promise<void>;
  /** Ends a claim that met a bug: the walk waits for its next try, or has failed. */
  fail(database: Database, claim: Claim, error: unknown, now: Date): Promise<void>;
}

/** The characters of a position: it is written with every step. */
const POSITION_MAX = 2_000;
/** The characters of an error that are stored for operators. */
const ERROR_MAX = 500;
const FREE = { claimed_by: null, claim_token: null, woken_at: null };

/** Makes a kind of walk. */
export function defineWalk<
  Row extends WalkRow,
  Deps extends WalkDeps,
  Read = undefined,
  Opened extends Session = Session,
>(definition: WalkDefinition<Row, Deps, Read, Opened>): Walk<Deps> {
  const { read, act, open, giveUp } = definition;
  const rows = new WalkRows<Row>(definition);

  return {
    byAccount: (database, claims) => rows.byAccount(database, claims),

    async step(deps, claim, now) {
      const { database, passCrashPoint } = deps;
      const seen = read || act || open ? await rows.find(database, claim) : undefined;
      if ((read || act || open) && !seen) return 'done';
      const acted = seen && (await act?.(seen, { deps, claim, now }));
      if (acted) return await endOf(acted, (until) => rows.wait(database, claim, until));
      const found = seen && (await read?.(seen, deps, now));
      const work = async (session: Opened): Promise<WalkEnd> => {
        const row = await rows.find(session.client, claim, 'FOR NO KEY UPDATE');
        if (!row) return 'done';
        if (read && !isDeepStrictEqual(row, seen)) return 'more';
        const done = await definition.step(row, { ...session, deps, now, read: found });
        return await rows.write(session.client, claim, row, { done, now });
      };
      const onCommitSent = () => passCrashPoint('walk-commit-sent');
      const end =
        open && seen
          ? await open(seen, deps, work)
          : await transaction(database, (client) => work({ client } as Opened), { onCommitSent });
      passCrashPoint('walk-stepped');
      return end;
    },

    wait: (database, claim, until) => rows.wait(database, claim, until),

    async fail(database, claim, error, now) {
      await transaction(database, async (client) => {
        const row = await rows.find(client, claim, 'FOR NO KEY UPDATE');
        if (!row) return;
        const tries = await rows.storeError(client, claim, error);
        // What takes too long may do so because the database is busy.
        const isLast = tries >= TRIES_MAX && sqlstateOf(error) !== SQLSTATES.queryCanceled;
        const given = isLast ? giveUp?.(row, now) : undefined;
        if (given) await rows.end(client, claim, given.set);
        else await rows.update(client, claim, { ...FREE, next_attempt_at: retryTime(tries, now) });
      });
    },
  };
}

async function endOf(acted: WalkActed, wait: (until: Date) => Promise<void>): Promise<WalkEnd> {
  if (typeof acted === 'string') return acted;
  await wait(acted.waitUntil);
  return 'waits';
}

/** A step that changes nothing would be done for ever. */
function requireProgress(
  table: string,
  row: WalkRow,
  { position, set = {}, waitUntil }: Extract<WalkStep, { position: Position }>,
): void {
  if (JSON.stringify(position).length > POSITION_MAX)
    throw new Error(`A step of ${table} has a position that is too long.`);
  const hasMoved = Object.keys(set).length > 0 || !isDeepStrictEqual(position, row.position);
  if (!hasMoved && !waitUntil) throw new Error(`A step of ${table} has not moved.`);
}

/** The statements of the rows of walks. Each one has the token of the claim: a worker that has lost it changes nothing. */
class WalkRows<Row extends WalkRow> {
  readonly #table: string;
  readonly #positionColumn: string;
  readonly #select: string;

  constructor({ table, columns, positionColumn = 'position' }: RowsDefinition) {
    this.#table = table;
    this.#positionColumn = positionColumn;
    this.#select = `SELECT id, account_id AS "accountId", ${columns} FROM ${table} WHERE id = $1 AND claim_token = $2`;
  }

  async find(
    database: Queryable,
    { id, token }: Claim,
    lock: '' | 'FOR NO KEY UPDATE' = '',
  ): Promise<Row | undefined> {
    const name = `${this.#table}-${lock ? 'lock' : 'find'}-walk`;
    const { rows } = await database.query<Row & object>({
      name,
      text: `${this.#select} ${lock}`,
      values: [id, token],
    });
    return rows[0];
  }

  async byAccount(database: Queryable, claims: readonly Claim[]): Promise<Map<string, Claim[]>> {
    const { rows } = await database.query<{ id: string; accountId: string }>(
      `SELECT id, account_id AS "accountId" FROM ${this.#table} WHERE id = ANY($1::uuid[])
       ORDER BY next_attempt_at, id`,
      [claims.map(({ id }) => id)],
    );
    const claimOf = new Map(claims.map((claim) => [claim.id, claim]));
    const accounts = new Map<string, Claim[]>();
    for (const { id, accountId } of rows) {
      const claim = claimOf.get(id);
      if (claim) accounts.set(accountId, [...(accounts.get(accountId) ?? []), claim]);
    }
    return accounts;
  }

  /** Writes what a step has done. */
  async write(
    client: Transaction,
    claim: Claim,
    row: Row,
    { done, now }: { done: WalkStep; now: Date },
  ): Promise<WalkEnd> {
    if ('isDone' in done) {
      await this.end(client, claim, done.set && { last_error: null, ...done.set });
      return 'done';
    }
    requireProgress(this.#table, row, done);
    const { position, set = {}, waitUntil } = done;
    const values = { [this.#positionColumn]: position, last_error: null, ...set };
    // The row is due after those that have not had a turn: they keep their time.
    const due = { attempts: 1, next_attempt_at: now };
    const freed = { ...FREE, attempts: 0, next_attempt_at: waitUntil };
    await this.update(client, claim, { ...values, ...(waitUntil ? freed : due) });
    return waitUntil ? 'waits' : 'more';
  }

  async update(database: Queryable, { id, token }: Claim, values: Values): Promise<void> {
    const assignments = Object.keys(values).map((column, index) => `${column} = $${index + 3}`);
    await database.query(
      `UPDATE ${this.#table} SET ${assignments.join(', ')} WHERE id = $1 AND claim_token = $2`,
      [id, token, ...Object.values(values)],
    );
  }

  async wait(database: Queryable, { id, token }: Claim, until: Date): Promise<void> {
    await database.query(
      `UPDATE ${this.#table} SET attempts = attempts - 1, next_attempt_at = $3, claimed_by = NULL, claim_token = NULL,
         woken_at = NULL
       WHERE id = $1 AND claim_token = $2`,
      [id, token, until],
    );
  }

  async end(database: Queryable, claim: Claim, kept: Values | undefined): Promise<void> {
    if (kept) {
      await this.update(database, claim, { ...kept, ...FREE, next_attempt_at: null });
      return;
    }
    await database.query(`DELETE FROM ${this.#table} WHERE id = $1 AND claim_token = $2`, [
      claim.id,
      claim.token,
    ]);
  }

  /** Postgres stores no NUL. @returns the tries that a bug has ended */
  async storeError(database: Queryable, { id }: Claim, error: unknown): Promise<number> {
    const [line = ''] = String(error instanceof Error ? error.message : error).split('\n', 1);
    const { rows } = await database.query<{ attempts: number }>(
      `UPDATE ${this.#table} SET last_error = $2 WHERE id = $1 RETURNING attempts`,
      [id, line.replaceAll('\0', '').slice(0, ERROR_MAX)],
    );
    return rows[0]?.attempts ?? 1;
  }
}
