// JSON form of usage (docs/reference/usage.md), as in Resend's API, which calls campaigns broadcasts.
import { SEGMENTS_MAX } from '../../../shared/contract/limits.ts';
import { type CountedUse, endOfCounting } from '../../../shared/platform/rate-limit/rolling-usage.ts';
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { nextDayOf, nextMonthOf } from '../../../shared/platform/time/utc-days.ts';
import type { AccountUsage } from '../../../shared/resources/flows/usage/find.ts';
import { SANDBOX_DAILY_RECIPIENTS } from '../../../shared/resources/foundation/accounts/sandbox.ts';

/** The inputs of usage besides the account. */
interface UsageContext {
  now: Date;
  /** Requests per minute; 0: no limit. */
  rateLimit: number;
}

/** The answer of GET /usage. */
export function toUsage(
  { quota, usage, received, bytes, counted, runs, credits }: AccountUsage,
  { now, rateLimit }: UsageContext,
): object {
  const { perDay, perMonth, isSandboxed } = quota;
  const dailyLimit = isSandboxed
    ? Math.min(perDay ?? SANDBOX_DAILY_RECIPIENTS, SANDBOX_DAILY_RECIPIENTS)
    : perDay;
  return {
    object: 'usage',
    emails: {
      daily: toEmails(usage.day, received.day, dailyLimit, nextDayOf(now)),
      monthly: toEmails(usage.month, received.month, perMonth, nextMonthOf(now)),
    },
    received_bytes: { used: bytes.used, limit: bytes.limit, resets_at: nextDayOf(now).toISOString() },
    contacts: { used: counted.contacts, limit: counted.contactLimit },
    segments: { used: counted.segments, limit: SEGMENTS_MAX },
    broadcasts: { used: counted.campaigns, limit: null },
    ai_credits: { used: credits.used, limit: counted.aiCreditLimit, next_increase_at: endOfOldest(credits) },
    automation_runs: {
      used: runs.used,
      limit: counted.runLimit,
      resets_at: endOfOldest(runs),
    },
    domains: { used: counted.domains, limit: counted.domainLimit },
    rate_limit: { limit: rateLimit === 0 ? null : rateLimit, duration: `${MINUTE_MS}ms` },
  };
}

/** When the oldest uses that count stop counting. */
function endOfOldest({ oldestHour }: CountedUse): string | null {
  return oldestHour && endOfCounting(oldestHour).toISOString();
}

function toEmails(used: number, received: number, limit: number | null, resetsAt: Date) {
  return { used, limit, sent: used - received, received, resets_at: resetsAt.toISOString() };
}
