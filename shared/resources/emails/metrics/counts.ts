// Defines which counts an event of an email adds to, and how rates are calculated from counts. Both the counters
// (count.ts) and metrics by email (find.ts) use these definitions.
import type { EMAIL_COUNTS, EMAIL_RATES } from '../../../contract/emails/values.ts';
import type { EmailEventType } from '../events/event.ts';

/** Name of a count. */
export type EmailCount = (typeof EMAIL_COUNTS)[number];

/** Name of a rate. */
export type EmailRate = (typeof EMAIL_RATES)[number];

/** Counts by name; absent: 0. */
export type Counts = Partial<Record<EmailCount, number>>;

/** A type that is absent is not counted: scheduling and canceling are not metrics. */
const COUNTS_OF_EVENTS: Readonly<Partial<Record<EmailEventType, EmailCount>>> = {
  sent: 'sent',
  delivered: 'delivered',
  delivery_delayed: 'delivery_delayed',
  opened: 'opened',
  clicked: 'clicked',
  bounced: 'bounced',
  complained: 'complained',
  suppressed: 'suppressed',
  failed: 'failed',
};

/** The kinds of bounces in Resend's API; any other kind counts as undetermined. */
const COUNTS_OF_BOUNCES: Readonly<Record<string, EmailCount>> = {
  Permanent: 'bounced_permanent',
  Transient: 'bounced_transient',
};

/**
 * The names of the counts that an event increments.
 * @param bounceType of a `bounced` event: Permanent, Transient or Undetermined
 */
export function countsOf(type: EmailEventType, bounceType: string | null): EmailCount[] {
  const count = COUNTS_OF_EVENTS[type];
  if (!count) return [];
  return count === 'bounced'
    ? [count, COUNTS_OF_BOUNCES[bounceType ?? ''] ?? 'bounced_undetermined']
    : [count];
}

/** Each rate: numerator and denominator. Opens, clicks and complaints refer to delivered mail. */
const RATES: Readonly<Record<EmailRate, readonly [part: EmailCount, whole: EmailCount]>> = {
  delivery_rate: ['delivered', 'sent'],
  bounce_rate: ['bounced', 'sent'],
  complaint_rate: ['complained', 'delivered'],
  open_rate: ['unique_opened', 'delivered'],
  click_rate: ['unique_clicked', 'delivered'],
  unsubscribe_rate: ['unsubscribed', 'delivered'],
};

const RATE_DECIMALS = 4;

/** The value of a metric: a count, or a rate from 0 to 1, which is 0 when its denominator is 0. */
export function metricFrom(counts: Counts, metric: EmailCount | EmailRate): number {
  if (!isRate(metric)) return counts[metric] ?? 0;
  const [part, whole] = RATES[metric];
  const total = counts[whole] ?? 0;
  return total === 0 ? 0 : Number(((counts[part] ?? 0) / total).toFixed(RATE_DECIMALS));
}

function isRate(metric: EmailCount | EmailRate): metric is EmailRate {
  return Object.hasOwn(RATES, metric);
}
