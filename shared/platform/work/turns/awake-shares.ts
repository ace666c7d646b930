// The shares of accounts in a kind of work, as those see them who insert rows: what an account brings beyond its share begins
// asleep. Who inserts must not pay for a count: what is awake is read once in a while, and only where much is inserted;
// between two readings each process counts what it adds. So the shares are about right, and what is wrong is put right
// within a fraction of a second.
import type { Queryable } from '../../db/connect.ts';
import { nameOfWork, type WorkTableDefinition } from '../work-table-definition.ts';
import { AWAKE_MAX, type Beginning, FEW_AWAKE, FIRST_MAX, TIMES_LEFT } from './turns.ts';

const READ_EVERY_MS = 100;
/** What was much so long ago may be done: the next few rows of an account that had more than its share must not sleep for it. */
const OLD_AFTER_MS = 1_000;

/** The shares in one kind of work, in one process. */
export class AwakeShares {
  readonly #name: string;
  readonly #sql: string;
  #awake = new Map<string, number>();
  #total = 0;
  #added = 0;
  /** On the monotonic clock. */
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

  /** Reads what is awake, if enough was added since to matter. */
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
  begin(accountId: string): Beginning {
    const own = (this.#awake.get(accountId) ?? 0) + 1;
    const total = this.#total + 1;
    this.#added += 1;
    if (own > FIRST_MAX && own > TIMES_LEFT * (AWAKE_MAX - total)) return 'asleep';
    this.#total = total;
    this.#awake.set(accountId, own);
    return own <= FIRST_MAX || total <= FEW_AWAKE ? 'first' : 'in_turn';
  }
}
