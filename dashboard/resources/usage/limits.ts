// Every limit of an account as the usage page shows it: what is counted, how much is left, when it begins again, and
// the error that follows when it is reached (docs/reference/usage.md, docs/reference/limits.md).
import type { Usage } from '../../api/generated/types.ts';

/** The error of requests beyond a limit. */
export interface LimitError {
  name: string;
  status: number;
}

/** A limit. */
export interface UsageLimit {
  label: string;
  /** The unit, if the label does not name it. */
  unit?: string;
  used: number;
  /** null: there is none. */
  limit: number | null;
  /** The counted things, and the period. */
  about: string;
  /** Undefined: nothing is refused. */
  error?: LimitError;
  resetsAt?: string | null;
  /** Counting stopped: there are that many or more. */
  isAtLeast?: boolean;
}

/** The error of requests beyond the rate limit. */
export const RATE_LIMIT_ERROR: LimitError = { name: 'rate_limit_exceeded', status: 429 };
const MB = 1_000_000;
/** Contacts of an account without a limit are counted up to here. */
const COUNTED_CONTACTS = 100_000;

/** The recipients of a day and of a month. @param isSandboxed the account has no production access */
export function sendingLimits({ emails, received_bytes: bytes }: Usage, isSandboxed: boolean): UsageLimit[] {
  const { daily, monthly } = emails;
  return [
    {
      label: 'Today',
      unit: 'recipients',
      used: daily.used,
      limit: daily.limit,
      about: isSandboxed ? 'Recipients today (UTC), in the sandbox.' : 'Recipients today (UTC).',
      error: isSandboxed
        ? { name: 'validation_error', status: 422 }
        : { name: 'daily_quota_exceeded', status: 429 },
      resetsAt: daily.resets_at,
    },
    {
      label: 'This month',
      unit: 'recipients',
      used: monthly.used,
      limit: monthly.limit,
      about: 'Recipients this calendar month (UTC).',
      error: { name: 'monthly_quota_exceeded', status: 429 },
      resetsAt: monthly.resets_at,
    },
    {
      label: 'Received today',
      unit: 'MB',
      used: Math.round(bytes.used / MB),
      limit: bytes.limit === null ? null : Math.round(bytes.limit / MB),
      about: 'Emails received today (UTC). Over the limit, Posthorn asks sending servers to try again later.',
      resetsAt: bytes.resets_at,
    },
  ];
}

/** The limits of what an account may have and may start. */
export function resourceLimits(usage: Usage): UsageLimit[] {
  const { contacts, segments, domains, automation_runs: runs, ai_credits: credits } = usage;
  return [
    {
      label: 'Domains',
      ...domains,
      about: 'Verified domains.',
      error: { name: 'plan_limit_reached', status: 402 },
    },
    {
      label: 'Contacts',
      ...contacts,
      about: 'Contacts in all audiences.',
      error: { name: 'contact_limit_reached', status: 429 },
      isAtLeast: contacts.limit === null && contacts.used >= COUNTED_CONTACTS,
    },
    {
      label: 'Segments',
      ...segments,
      about: 'Segments in all audiences.',
      error: { name: 'validation_error', status: 422 },
    },
    {
      label: 'Automation runs',
      used: runs.used,
      limit: runs.limit,
      about: 'Runs started in the last 30 days, counted by hour.',
      error: { name: 'automation_quota_exceeded', status: 429 },
      resetsAt: runs.resets_at,
    },
    {
      label: 'AI credits',
      used: credits.used,
      limit: credits.limit,
      about: 'AI suggestions in the last 30 days, counted by hour.',
      error: { name: 'ai_credits_exceeded', status: 429 },
      resetsAt: credits.next_increase_at,
    },
  ];
}

/** The rest of a limit; null: there is no limit. */
export function leftOf({ used, limit }: Pick<UsageLimit, 'used' | 'limit'>): number | null {
  return limit === null ? null : Math.max(0, limit - used);
}
