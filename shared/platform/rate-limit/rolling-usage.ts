// Counts what owners have used in the last 30 days, by the hour, with the sum of the hours that still count, so that
// neither charging nor asking reads hundreds of hours. A use counts until the first full hour after 30 days. Both rows of an
// owner are locked last in a transaction (docs/architecture/guarantees.md#lock-order), and what fits is decided under the
// lock, so a limit is exact however many ask at once. Runs of automations and AI credits are counted in this way.
import type { CombinableQuery } from '../db/combined-query.ts';
import type { Queryable } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';

const WINDOW_MS = 30 * DAY_MS;

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
/** The first hour whose uses count. */
const firstHour = (at: Date) => new Date(hourOf(at).getTime() - WINDOW_MS);

/** When the uses of an hour stop counting. */
export function endOfCounting(hour: Date): Date {
  return new Date(hour.getTime() + WINDOW_MS + HOUR_MS);
}

/** The use of an owner that counts at a time. */
export interface CountedUse {
  used: number;
  /** The hour of the oldest use of these; null: none counts. */
  oldestHour: Date | null;
}

/** The tables in which uses are counted. */
export interface RollingTables {
  /** `(account_id, hour, <unit>)`. */
  hourly: string;
  /** `(account_id, since, <unit>)`; `since` is the first hour that counts. */
  totals: string;
  /** The column that counts: `runs`. */
  unit: string;
}

/** Counts one kind of use. */
export class RollingUsage {
  readonly #hourly: string;
  readonly #sql: Readonly<Record<'lock' | 'charge' | 'refund' | 'used' | 'removeOld', string>>;

  constructor(tables: RollingTables) {
    this.#hourly = tables.hourly;
    this.#sql = statementsOf(tables);
  }

  /** Locks the totals of accounts. @returns how much of each account counts at this time */
  async lock(
    client: Transaction,
    accountIds: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, number>> {
    if (accountIds.length === 0) return new Map();
    const { rows } = await client.query<{ accountId: string; used: number }>({
      name: `lock-${this.#hourly}`,
      text: this.#sql.lock,
      values: [accountIds, firstHour(now)],
    });
    return new Map(rows.map(({ accountId, used }) => [accountId, used]));
  }

  /** Charges accounts. It must be the last statement of the transaction. @param uses account → how much */
  async charge(client: Transaction, uses: ReadonlyMap<string, number>, now: Date): Promise<void> {
    if (uses.size === 0) return;
    await client.query({
      name: `charge-${this.#hourly}`,
      text: this.#sql.charge,
      values: [[...uses.keys()], [...uses.values()], hourOf(now), firstHour(now)],
    });
  }

  /** Gives one use of an account back. @param chargedAt when it was charged */
  async refund(database: Queryable, accountId: string, chargedAt: Date): Promise<void> {
    await database.query({
      name: `give-back-${this.#hourly}`,
      text: this.#sql.refund,
      values: [accountId, hourOf(chargedAt)],
    });
  }

  /** A query for what counts at this time. It reads the hours that count no more, and one that does. */
  used(accountId: string, now: Date): CombinableQuery<CountedUse> {
    return {
      text: this.#sql.used,
      values: [accountId, firstHour(now)],
      answer([found]: { used: number; oldestHour: string | null }[]) {
        const oldestHour = found?.oldestHour ?? null;
        return { used: found?.used ?? 0, oldestHour: oldestHour === null ? null : new Date(oldestHour) };
      },
    };
  }

  /** Removes hours that no longer count, of accounts whose total excludes them. @returns false: there are no more */
  async removeOld(database: Queryable): Promise<boolean> {
    await database.query(this.#sql.removeOld);
    return false;
  }
}

function statementsOf({ hourly, totals, unit }: RollingTables) {
  // Hours that have stopped counting are taken off. Nothing is added to an hour that is 30 days old.
  const moveOn = `
    since = greatest(total.since, excluded.since),
    ${unit} = total.${unit} + excluded.${unit} - (
      SELECT coalesce(sum(hourly.${unit}), 0) FROM ${hourly} AS hourly
      WHERE hourly.account_id = total.account_id AND hourly.hour >= total.since AND hourly.hour < excluded.since)`;
  return {
    lock: `
      INSERT INTO ${totals} AS total (account_id, since, ${unit})
      SELECT account_id, $2, 0 FROM unnest($1::uuid[]) AS limited (account_id) ORDER BY account_id
      ON CONFLICT (account_id) DO UPDATE SET ${moveOn}
      RETURNING account_id AS "accountId", ${unit} AS used`,
    charge: `
      WITH charge AS (
        SELECT * FROM unnest($1::uuid[], $2::integer[]) AS charge (account_id, used) ORDER BY account_id
      ), totals AS (
        INSERT INTO ${totals} AS total (account_id, since, ${unit})
        SELECT account_id, $4, used FROM charge
        ON CONFLICT (account_id) DO UPDATE SET ${moveOn}
        RETURNING account_id
      )
      INSERT INTO ${hourly} AS hourly (account_id, hour, ${unit})
      SELECT account_id, $3, used FROM charge WHERE account_id IN (SELECT account_id FROM totals)
      ON CONFLICT (account_id, hour) DO UPDATE SET ${unit} = hourly.${unit} + excluded.${unit}`,
    // The total is locked first, as by a charge. It has the hour no more where that has stopped counting.
    refund: `
      WITH counted AS (
        UPDATE ${totals} AS total SET ${unit} = total.${unit} - 1
        WHERE account_id = $1 AND since <= $2 RETURNING account_id
      )
      UPDATE ${hourly} AS hourly SET ${unit} = hourly.${unit} - 1
      WHERE hour = $2 AND account_id IN (SELECT account_id FROM counted)`,
    used: `
      SELECT ${unit} - (SELECT coalesce(sum(hourly.${unit}), 0)::integer FROM ${hourly} AS hourly
                        WHERE hourly.account_id = $1 AND hourly.hour >= total.since AND hourly.hour < $2) AS used,
             (SELECT hour FROM ${hourly} AS hourly
              WHERE hourly.account_id = $1 AND hourly.hour >= greatest(total.since, $2) AND hourly.${unit} > 0
              ORDER BY hour LIMIT 1) AS "oldestHour"
      FROM ${totals} AS total WHERE account_id = $1`,
    removeOld: `
      DELETE FROM ${hourly} AS hourly USING ${totals} AS total
      WHERE hourly.account_id = total.account_id AND hour < since`,
  };
}
