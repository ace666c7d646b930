// What an account may still send by campaigns: a tenth of each quota is left to other mail, and a capacity is used up to its
// end. It is read before mail is released, so that a release asks for what fits.
import { queryCombined } from '../../../../platform/db/combined-query.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { nextDayOf, nextMonthOf, utcDayOf } from '../../../../platform/time/utc-days.ts';
import {
  type AccountStanding,
  quotaOfCampaigns,
  standings,
} from '../../../foundation/accounts/quota/quota.ts';
import {
  type MeteredReputation,
  meteredReputation,
} from '../../../foundation/reputation/metered-reputation.ts';
import type { PausedReason } from '../campaign.ts';

/** Why a campaign is paused, and until when; null: until it is resumed. */
export interface StandingPause {
  reason: Extract<PausedReason, 'daily_quota' | 'monthly_quota' | 'capacity' | 'reputation'>;
  until: Date | null;
}

/** Emails that campaigns may use, and why there are none. */
export interface CampaignStanding {
  fits: number;
  pause: StandingPause | undefined;
}

/** The emails of this day and month that campaigns may still send. Infinite: there is no quota. */
export async function findShareOfQuota(
  database: Queryable,
  accountId: string,
  now: Date,
): Promise<{ day: number; month: number }> {
  const [found] = await queryCombined(database, 'campaign-quota', [standings([accountId], now)]);
  return shareOf(found.get(accountId));
}

function shareOf(standing: AccountStanding | undefined): { day: number; month: number } {
  if (!standing) return { day: 0, month: 0 };
  const { perDay, perMonth } = quotaOfCampaigns(standing.quota);
  const left = (limit: number | null, used: number) =>
    limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - used);
  return { day: left(perDay, standing.usage.day), month: left(perMonth, standing.usage.month) };
}

/** Reads how many emails of a campaign fit. @param domains the names of its From domains; the fullest one decides */
export async function findStanding(
  database: Queryable,
  { accountId, domains }: { accountId: string; domains: readonly string[] },
  now: Date,
): Promise<CampaignStanding> {
  const today = utcDayOf(now);
  const [found, fromDomains] = await queryCombined(database, 'campaign-standing', [
    standings([accountId], now),
    {
      text: `SELECT ${meteredReputation('domains', '$3::date')} FROM domains WHERE account_id = $1 AND name = ANY($2::text[])`,
      values: [accountId, domains, today],
      answer: (rows: MeteredReputation[]) => rows,
    },
  ]);
  const standing = found.get(accountId);
  const { day, month } = shareOf(standing);
  const senders = [...fromDomains, ...(standing ? [standing.reputation] : [])];
  // An account that has lost its production access may send to few of its contacts.
  if (standing?.quota.isSandboxed || senders.some(({ watched }) => watched?.status === 'paused'))
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

function pauseOf({ month, day }: { month: number; day: number }, now: Date): StandingPause {
  if (month === 0) return { reason: 'monthly_quota', until: nextMonthOf(now) };
  return { reason: day === 0 ? 'daily_quota' : 'capacity', until: nextDayOf(now) };
}
