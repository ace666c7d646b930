// The shares of accounts in a kind of work, as the code that inserts rows sees them: rows of an account beyond its
// share begin asleep. An insert must not pay for a count: the rows that are awake are counted only sometimes, and only
// if many are inserted; between two counts each process adds its own rows. So the shares are approximate, and errors
// are corrected within a fraction of a second.
import type { Queryable } from '../../db/connect.ts';
import { nameOfWork, type WorkTableDefinition } from '../work-table-definition.ts';
import { AWAKE_MAX, FEW_AWAKE, FIRST_MAX, type InitialTurn, TIMES_LEFT } from './turns.ts';

const READ_EVERY_MS = 100;
/**
 * After this time many rows may be done: the next few rows of an account that had more than its share must not sleep
 * because of them.
 */
const OLD_AFTER_MS = 1_000;

/** The shares in one kind of work, in one process. */
export class AwakeShares {
  readonly #name: string;
  readonly #sql: string;
  #awake = new Map<string, number>();
  #total = 0;
  #added = 0;
  /** The time of the last count, on the monotonic clock. */
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(definition: WorkTableDefinition) {
    const { rows = 'true', table, turns } = definition;
    const lanes = [rows, ...(turns?.awakeToo ?? [])].map(
      (
        lane,
      ) => `(SELECT account_id FROM ${table} WHERE ${lane} AND claimed_by IS NULL AND woken_at IS NOT NULL
                  ORDER BY woken_at LIMIT ${2 * AWAKE_MAX})`,
    );
    this.#name = `${nameOfWork(definition)}-read-awake`;
    this.#sql = `SELECT account_id AS "accountId", count(*)::integer AS awake
                 FROM (${lanes.join(' UNION ALL ')}) AS awake GROUP BY account_id`;
  }

  /** Counts the rows that are awake, if enough were added since the last count to matter. */
  async read(database: Queryable): Promise<void> {
    const sinceMs = performance.now() - this.#readAt;
    const isOld = this.#total > FEW_AWAKE && sinceMs >= OLD_AFTER_MS;
    if (sinceMs < READ_EVERY_MS || (this.#added < FIRST_MAX && !isOld)) return;
    this.#readAt = performance.now();
    this.#added = 0;
    const { rows } = await database.query<{ accountId: string; awake: number }>({
      name: this.#name,
      text: this.#sql,
      values: [],
    });
    this.#awake = new Map(rows.map(({ accountId, awake }) => [accountId, awake]));
    this.#total = rows.reduce((sum, { awake }) => sum + awake, 0);
  }

  /** Takes a place for a row of an account that is about to be inserted and is due at once. */
  begin(accountId: string): InitialTurn {
    const own = (this.#awake.get(accountId) ?? 0) + 1;
    const total = this.#total + 1;
    this.#added += 1;
    if (own > FIRST_MAX && own > TIMES_LEFT * (AWAKE_MAX - total)) return 'waiting';
    this.#total = total;
    this.#awake.set(accountId, own);
    return own <= FIRST_MAX || total <= FEW_AWAKE ? 'first' : 'in_turn';
  }
}
