// The run quota: how many runs an account may start in 30 days. Started runs are counted by the hour, and a total of
// the hours that still count is kept, so that neither charging nor asking reads hundreds of hours. A run counts until
// the first full hour after 30 days (docs/reference/automations.md). Both rows are locked last in a transaction
// (docs/architecture/guarantees.md#lock-order), and what fits is decided under the lock, so the quota is exact however
// many events come at once.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { CombinableQuery } from '../../../../platform/db/combined-query.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { DAY_MS, HOUR_MS } from '../../../../platform/time/durations.ts';

const WINDOW_MS = 30 * DAY_MS;

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
/** The first hour whose runs count. */
const firstHour = (at: Date) => new Date(hourOf(at).getTime() - WINDOW_MS);

/** Hours that have stopped counting are taken off. No run is added to an hour that is 30 days old. */
const MOVE_ON = `
  since = greatest(total.since, excluded.since),
  runs = total.runs + excluded.runs - (
    SELECT coalesce(sum(hourly.runs), 0) FROM automation_usage AS hourly
    WHERE hourly.account_id = total.account_id AND hourly.hour >= total.since AND hourly.hour < excluded.since)`;

const LOCK = `
  INSERT INTO automation_usage_totals AS total (account_id, since, runs)
  SELECT account_id, $2, 0 FROM unnest($1::uuid[]) AS limited (account_id) ORDER BY account_id
  ON CONFLICT (account_id) DO UPDATE SET ${MOVE_ON}
  RETURNING account_id AS "accountId", runs`;

/** Locks the totals of accounts. @returns how many runs of each account count at this time */
export async function lockUsage(
  client: Transaction,
  accountIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (accountIds.length === 0) return new Map();
  const { rows } = await client.query<{ accountId: string; runs: number }>({
    name: 'lock-automation-usage',
    text: LOCK,
    values: [accountIds, firstHour(now)],
  });
  return new Map(rows.map(({ accountId, runs }) => [accountId, runs]));
}

const CHARGE = `
  WITH charge AS (
    SELECT * FROM unnest($1::uuid[], $2::integer[]) AS charge (account_id, runs) ORDER BY account_id
  ), totals AS (
    INSERT INTO automation_usage_totals AS total (account_id, since, runs)
    SELECT account_id, $4, runs FROM charge
    ON CONFLICT (account_id) DO UPDATE SET ${MOVE_ON}
    RETURNING account_id
  )
  INSERT INTO automation_usage AS hourly (account_id, hour, runs)
  SELECT account_id, $3, runs FROM charge WHERE account_id IN (SELECT account_id FROM totals)
  ON CONFLICT (account_id, hour) DO UPDATE SET runs = hourly.runs + excluded.runs`;

/** Charges accounts for runs. It must be the last statement of the transaction. @param started account → runs */
export async function chargeRuns(
  client: Transaction,
  started: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  if (started.size === 0) return;
  await client.query({
    name: 'charge-automation-runs',
    text: CHARGE,
    values: [[...started.keys()], [...started.values()], hourOf(now), firstHour(now)],
  });
}

/** The runs of an account that count at a time. */
export interface RunUsage {
  runs: number;
  /** The hour in which the oldest of them were started; null: none count. */
  oldestHour: Date | null;
}

/** A query for the runs of an account that count at this time. It reads the hours that count no more, and one that does. */
export function runUsage(accountId: string, now: Date): CombinableQuery<RunUsage> {
  return {
    text: `SELECT runs - (SELECT coalesce(sum(hourly.runs), 0)::integer FROM automation_usage AS hourly
                          WHERE hourly.account_id = $1 AND hourly.hour >= total.since AND hourly.hour < $2) AS runs,
                  (SELECT hour FROM automation_usage AS hourly
                   WHERE hourly.account_id = $1 AND hourly.hour >= greatest(total.since, $2) AND hourly.runs > 0
                   ORDER BY hour LIMIT 1) AS "oldestHour"
           FROM automation_usage_totals AS total WHERE account_id = $1`,
    values: [accountId, firstHour(now)],
    answer([found]: { runs: number; oldestHour: string | null }[]) {
      const oldestHour = found?.oldestHour ?? null;
      return { runs: found?.runs ?? 0, oldestHour: oldestHour === null ? null : new Date(oldestHour) };
    },
  };
}

/** When the runs of an hour stop counting. */
export function endOfCounting(hour: Date): Date {
  return new Date(hour.getTime() + WINDOW_MS + HOUR_MS);
}

/** Removes hours that count no more, of accounts whose total is without them. @returns false: there are no more */
export async function removeOldUsage(database: Queryable): Promise<boolean> {
  await database.query(
    `DELETE FROM automation_usage USING automation_usage_totals AS total
     WHERE automation_usage.account_id = total.account_id AND hour < since`,
  );
  return false;
}

/** The refusal of an event that would start more runs than the quota has left. */
export function automationQuotaExceeded(limit: number): DomainError {
  return new DomainError(
    'automation_quota_exceeded',
    `This event would start more automation runs than are left of the quota of ${limit} in 30 days. Nothing was stored.`,
  );
}
