// Quotas: one unit per recipient, charged in the transaction that stores the email, to the UTC day and the calendar
// month in which the email was created (docs/reference/limits.md#quotas). The counters are locked after all rows except
// those of capacities, in one order (docs/architecture/guarantees.md#lock-order). The result of the update says whether
// a charge fits, so the limit is exact under concurrent requests; a charge that does not fit rolls back its whole
// transaction.

import { DomainError } from '../../../../contract/domain-error.ts';
import type { CombinableQuery } from '../../../../platform/db/combined-query.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { nextDayOf, nextMonthOf, utcDayOf, utcMonthOf } from '../../../../platform/time/utc-days.ts';
import { type MeteredReputation, meteredReputation } from '../../reputation/metered-reputation.ts';
import { SANDBOX_DAILY_RECIPIENTS, sandboxLimitExceeded } from '../sandbox.ts';

/** The limits of an account; null: no limit. */
export interface Quota {
  perDay: number | null;
  perMonth: number | null;
  /** The account has no production access: the sandbox limits its day as well (docs/reference/limits.md#sandbox). */
  isSandboxed: boolean;
}

/** How many units an account has used. */
export interface Usage {
  day: number;
  month: number;
  /** True if the plan of the account has a daily limit. */
  hasDailyLimit: boolean;
}

/** The part of a quota that campaigns may use: a tenth of the day and of the month is reserved for other mail. */
export function quotaOfCampaigns({ perDay, perMonth, isSandboxed }: Quota): Quota {
  const share = (limit: number | null) => limit && Math.floor(limit * 0.9);
  return { perDay: share(perDay), perMonth: share(perMonth), isSandboxed };
}

/** Units to charge to one account. */
export interface Charge {
  accountId: string;
  units: number;
  at: Date;
  quota: Quota;
}

/** Thrown when a charge does not fit. Its transaction must not be committed. */
export class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError';
  readonly refusal: DomainError;

  constructor(refusal: DomainError) {
    super('A charge exceeds the quota.', { cause: refusal });
    this.refusal = refusal;
  }
}

/**
 * The refusal of a send that exceeds the daily limit of the sandbox, or undefined. What else limits an account is checked
 * afterwards (docs/reference/emails.md#order-of-checks).
 * @param used before the charge
 */
export function checkSandboxLimit(
  used: Pick<Usage, 'day'>,
  { units, at, quota: { isSandboxed } }: Omit<Charge, 'accountId'>,
): DomainError | undefined {
  return isSandboxed && units > 0 && used.day + units > SANDBOX_DAILY_RECIPIENTS
    ? sandboxLimitExceeded(describeUse(used.day, units, nextDayOf(at)))
    : undefined;
}

/**
 * The refusal of a send that does not fit the quota, or undefined. The monthly quota is checked before the daily one,
 * because waiting for the next day would not help.
 * @param used before the charge
 */
export function checkQuota(
  used: Pick<Usage, 'day' | 'month'>,
  { units, at, quota: { perDay, perMonth } }: Omit<Charge, 'accountId'>,
): DomainError | undefined {
  // Nothing to charge: it fits also where more is used than a lesser plan allows.
  if (units === 0) return undefined;
  if (perMonth !== null && used.month + units > perMonth) {
    return new DomainError(
      'monthly_quota_exceeded',
      `This request would exceed the monthly quota of ${perMonth} emails. Nothing was sent. ${describeUse(used.month, units, nextMonthOf(at))}`,
    );
  }
  if (perDay !== null && used.day + units > perDay) {
    return new DomainError(
      'daily_quota_exceeded',
      `This request would exceed the daily quota of ${perDay} emails. Nothing was sent. ${describeUse(used.day, units, nextDayOf(at))}`,
    );
  }
  return undefined;
}

function describeUse(used: number, units: number, resetsAt: Date): string {
  return `${used} are used, and this request needs ${units}, one per recipient. The quota resets at ${resetsAt.toISOString()}.`;
}

interface CounterRow {
  accountId: string;
  period: 'day' | 'month';
  startsOn: string;
  used: number;
}

const CHARGE = `
  INSERT INTO email_usage AS usage (account_id, period, starts_on, used)
  SELECT account_id, period, starts_on, sum(units)
  FROM unnest($1::uuid[], $2::text[], $3::date[], $4::integer[]) AS charge (account_id, period, starts_on, units)
  GROUP BY account_id, period, starts_on ORDER BY account_id, period, starts_on
  ON CONFLICT (account_id, period, starts_on) DO UPDATE SET used = usage.used + excluded.used
  RETURNING account_id AS "accountId", period, starts_on::text AS "startsOn", used`;

/**
 * Charges accounts. Only capacities may be charged after it in the transaction.
 * @returns the usage of each charge's account after all charges
 * @throws QuotaExceededError when an account exceeds its limit
 */
export async function chargeQuota(transaction: Transaction, charges: readonly Charge[]): Promise<Usage[]> {
  const { rows } = await transaction.query<CounterRow>({
    name: 'charge-quota',
    text: CHARGE,
    values: countersOf(charges.filter(({ units }) => units > 0)),
  });
  const used = new Map(rows.map((row) => [keyOf(row.accountId, row.period, row.startsOn), row.used]));
  return charges.map((charge) => {
    const { accountId, units, at, quota } = charge;
    const day = used.get(keyOf(accountId, 'day', utcDayOf(at))) ?? 0;
    const month = used.get(keyOf(accountId, 'month', utcMonthOf(at))) ?? 0;
    const before = { day: day - units, month: month - units };
    const refusal = checkSandboxLimit(before, charge) ?? checkQuota(before, charge);
    if (refusal) throw new QuotaExceededError(refusal);
    return { day, month, hasDailyLimit: quota.perDay !== null };
  });
}

/** Refunds units to the day and the month that they were charged to. */
export async function refundQuota(
  transaction: Transaction,
  refunds: readonly Omit<Charge, 'quota'>[],
): Promise<void> {
  if (refunds.length === 0) return;
  await transaction.query({
    name: 'refund-quota',
    text: `WITH refund AS (
             SELECT account_id, period, starts_on, sum(units) AS units
             FROM unnest($1::uuid[], $2::text[], $3::date[], $4::integer[])
               AS refund (account_id, period, starts_on, units)
             GROUP BY account_id, period, starts_on
           ), locked AS (
             SELECT account_id, period, starts_on, refund.units
             FROM email_usage JOIN refund USING (account_id, period, starts_on)
             ORDER BY account_id, period, starts_on FOR NO KEY UPDATE OF email_usage
           )
           UPDATE email_usage AS usage SET used = greatest(usage.used - locked.units, 0)
           FROM locked WHERE usage.account_id = locked.account_id AND usage.period = locked.period
             AND usage.starts_on = locked.starts_on`,
    values: countersOf(refunds),
  });
}

interface AccountLimitsRow extends MeteredReputation {
  accountId: string;
  isSandboxed: boolean;
  perDay: number | null;
  perMonth: number | null;
  day: number;
  month: number;
}

/** The quota of an account, what it has used, and its reputation. */
export interface AccountLimits {
  quota: Quota;
  usage: Usage;
  reputation: MeteredReputation;
}

/** A query for the standing of accounts at an instant. It answers a map by account id. */
export function accountLimits(
  accountIds: readonly string[],
  at: Date,
): CombinableQuery<Map<string, AccountLimits>> {
  return {
    text: `SELECT accounts.id AS "accountId", NOT production_access AS "isSandboxed",
                  plans.daily_email_limit AS "perDay", plans.monthly_email_limit AS "perMonth",
                  coalesce(day.used, 0) AS day, coalesce(month.used, 0) AS month,
                  ${meteredReputation('accounts', '$2::date')}
           FROM accounts JOIN plans ON plans.id = plan_id
           LEFT JOIN email_usage AS day ON day.account_id = accounts.id AND day.period = 'day' AND day.starts_on = $2
           LEFT JOIN email_usage AS month ON month.account_id = accounts.id AND month.period = 'month' AND month.starts_on = $3
           WHERE accounts.id = ANY($1::uuid[])`,
    values: [[...new Set(accountIds)], utcDayOf(at), utcMonthOf(at)],
    answer: (rows: AccountLimitsRow[]) => new Map(rows.map((row) => [row.accountId, toAccountLimits(row)])),
  };
}

function toAccountLimits(row: AccountLimitsRow): AccountLimits {
  const { isSandboxed, perDay, perMonth, day, month, watched, capacityUse } = row;
  return {
    reputation: { watched, capacityUse },
    quota: { perDay, perMonth, isSandboxed },
    usage: { day, month, hasDailyLimit: perDay !== null },
  };
}

interface Counter {
  accountId: string;
  period: CounterRow['period'];
  startsOn: string;
  units: number;
}

/** The counters to change, as columns: account, period, first day of the period, sum of the units. */
function countersOf(changes: readonly Omit<Charge, 'quota'>[]): unknown[][] {
  const counters = new Map<string, Counter>();
  const add = (counter: Counter) => {
    const key = keyOf(counter.accountId, counter.period, counter.startsOn);
    const known = counters.get(key);
    if (known) known.units += counter.units;
    else counters.set(key, counter);
  };
  for (const { accountId, units, at } of changes) {
    add({ accountId, period: 'day', startsOn: utcDayOf(at), units });
    add({ accountId, period: 'month', startsOn: utcMonthOf(at), units });
  }
  const rows = [...counters.values()];
  return [
    rows.map(({ accountId }) => accountId),
    rows.map(({ period }) => period),
    rows.map(({ startsOn }) => startsOn),
    rows.map(({ units }) => units),
  ];
}

function keyOf(accountId: string, period: string, startsOn: string): string {
  return `${accountId} ${period} ${startsOn}`;
}
