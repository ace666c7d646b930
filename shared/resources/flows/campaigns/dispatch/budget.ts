// What an account may still send by campaigns: a tenth of each quota is left to other mail, and a capacity is used up to its
// end. It is read before mail is released, so that a release asks for what fits.
import { queryCombined } from '../../../../platform/db/combined-query.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { nextDayOf, nextMonthOf, utcDayOf } from '../../../../platform/time/utc-days.ts';
import {
  type AccountLimits,
  accountLimits,
  quotaOfCampaigns,
} from '../../../foundation/accounts/quota/quota.ts';
import {
  type MeteredReputation,
  meteredReputation,
} from '../../../foundation/reputation/metered-reputation.ts';
import type { PausedReason } from '../campaign.ts';

/** Why a campaign is paused, and until when; null: until it is resumed. */
export interface BudgetPause {
  reason: Extract<PausedReason, 'daily_quota' | 'monthly_quota' | 'capacity' | 'reputation'>;
  until: Date | null;
}

/** Emails that campaigns may use, and why there are none. */
export interface CampaignBudget {
  fits: number;
  pause: BudgetPause | undefined;
}

/** The emails of this day and month that campaigns may still send. Infinite: there is no quota. */
export async function findShareOfQuota(
  database: Queryable,
  accountId: string,
  now: Date,
): Promise<{ day: number; month: number }> {
  const [found] = await queryCombined(database, 'campaign-quota', [accountLimits([accountId], now)]);
  return shareOf(found.get(accountId));
}

function shareOf(limits: AccountLimits | undefined): { day: number; month: number } {
  if (!limits) return { day: 0, month: 0 };
  const { perDay, perMonth } = quotaOfCampaigns(limits.quota);
  const left = (limit: number | null, used: number) =>
    limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - used);
  return { day: left(perDay, limits.usage.day), month: left(perMonth, limits.usage.month) };
}

/** Reads how many emails of a campaign fit. @param domains the names of its From domains; the fullest one decides */
export async function findBudget(
  database: Queryable,
  { accountId, domains }: { accountId: string; domains: readonly string[] },
  now: Date,
): Promise<CampaignBudget> {
  const today = utcDayOf(now);
  const [found, fromDomains] = await queryCombined(database, 'campaign-standing', [
    accountLimits([accountId], now),
    {
      text: `SELECT ${meteredReputation('domains', '$3::date')} FROM domains WHERE account_id = $1 AND name = ANY($2::text[])`,
      values: [accountId, domains, today],
      answer: (rows: MeteredReputation[]) => rows,
    },
  ]);
  const limits = found.get(accountId);
  const { day, month } = shareOf(limits);
  const senders = [...fromDomains, ...(limits ? [limits.reputation] : [])];
  // An account that has lost its production access may send to few of its contacts.
  if (limits?.quota.isSandboxed || senders.some(({ watched }) => watched?.status === 'paused'))
    return { fits: 0, pause: { reason: 'reputation', until: null } };
  const capacities = senders.map(({ watched, capacityUse }) =>
    typeof watched?.capacity === 'number'
      ? Math.max(0, watched.capacity - (capacityUse?.[today] ?? 0))
      : Number.POSITIVE_INFINITY,
  );
  const capacity = Math.min(...capacities);
  const fits = Math.min(day, month, capacity);
  if (fits > 0) return { fits, pause: undefined };
  return { fits, pause: pauseOf({ month, day }, now) };
}

function pauseOf({ month, day }: { month: number; day: number }, now: Date): BudgetPause {
  if (month === 0) return { reason: 'monthly_quota', until: nextMonthOf(now) };
  return { reason: day === 0 ? 'daily_quota' : 'capacity', until: nextDayOf(now) };
}
