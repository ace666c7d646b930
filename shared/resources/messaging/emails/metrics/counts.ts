// Defines which counts an event of an email adds to, and how rates are calculated from counts. Both the counters
// (count.ts) and metrics by email (find.ts) use these definitions.
import type { EMAIL_COUNTS, EMAIL_RATES } from '../../../../contract/emails/values.ts';
import type { EmailEventType } from '../events/event.ts';

/** Name of a count. */
export type EmailCount = (typeof EMAIL_COUNTS)[number];

/** Name of a rate. */
export type EmailRate = (typeof EMAIL_RATES)[number];

/**
 * Corrections: events of recipients that were sent to although a worker had recorded that they bounced or failed. The
 * counts of the API are counts of events and keep them; rates leave them out, to count each recipient once.
 */
const CORRECTIONS = { bounced: 'bounced_superseded', failed: 'failed_superseded' } as const;

/** Name of a counter: a count of the API, or a correction, which the API does not show. */
export type CounterName = EmailCount | (typeof CORRECTIONS)[keyof typeof CORRECTIONS];

/** Counts by name; absent: 0. */
export type Counts = Partial<Record<CounterName, number>>;

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

/** The names of the corrections that an event of a recipient that was sent to increments: none for most types. */
export function correctionsOf(type: EmailEventType): CounterName[] {
  return type === 'bounced' || type === 'failed' ? [CORRECTIONS[type]] : [];
}

/** Each rate: numerator and denominator. Opens, clicks and complaints refer to delivered mail. */
const RATES: Readonly<Record<EmailRate, readonly [part: keyof Recipients, whole: keyof Recipients]>> = {
  delivery_rate: ['delivered', 'sentOrFailed'],
  bounce_rate: ['bounced', 'sentOrFailed'],
  complaint_rate: ['complained', 'delivered'],
  open_rate: ['unique_opened', 'delivered'],
  click_rate: ['unique_clicked', 'delivered'],
  unsubscribe_rate: ['unsubscribed', 'delivered'],
};

/** Four decimals. Rates are rounded down, so that those of exclusive outcomes never add up to more than 1. */
const RATE_PARTS = 10_000;

/** The value of a metric: a count, or a rate from 0 to 1, which is 0 when its denominator is 0. */
export function metricFrom(counts: Counts, metric: EmailCount | EmailRate): number {
  if (!isRate(metric)) return counts[metric] ?? 0;
  const [part, whole] = RATES[metric];
  const recipients = countRecipients(counts);
  const total = recipients[whole] ?? 0;
  return total === 0 ? 0 : Math.floor(((recipients[part] ?? 0) * RATE_PARTS) / total) / RATE_PARTS;
}

/** Counts of recipients instead of events, where the two may differ. */
interface Recipients extends Counts {
  bounced: number;
  failed: number;
  /** All that were sent to, bounced or failed. */
  sentOrFailed: number;
}

/** Counts each recipient once, by its last state. */
export function countRecipients(counts: Counts): Recipients {
  const bounced = (counts.bounced ?? 0) - (counts.bounced_superseded ?? 0);
  const failed = (counts.failed ?? 0) - (counts.failed_superseded ?? 0);
  return { ...counts, bounced, failed, sentOrFailed: (counts.sent ?? 0) + bounced + failed };
}

function isRate(metric: EmailCount | EmailRate): metric is EmailRate {
  return Object.hasOwn(RATES, metric);
}
