// What an event of an email adds to its account's metrics, and the rates that follow from the counts. The one place
// that knows: counters are kept by it (count.ts), and what is asked by email is counted by it (find.ts).
import type { EMAIL_COUNTS, EMAIL_RATES } from '../../../contract/emails/values.ts';
import type { EmailEventType } from '../events/event.ts';

/** Name of a count. */
export type EmailCount = (typeof EMAIL_COUNTS)[number];

/** Name of a rate. */
export type EmailRate = (typeof EMAIL_RATES)[number];

/** Counts by name; absent: none. */
export type Counts = Partial<Record<EmailCount, number>>;

/** A type that is absent is not counted: being scheduled or canceled is nobody's mail. */
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

/** Resend's three kinds of bounces. */
const COUNTS_OF_BOUNCES: Readonly<Record<string, EmailCount>> = {
  Permanent: 'bounced_permanent',
  Transient: 'bounced_transient',
};

/**
 * The counts that an event adds one to.
 * @param bounceType of a `bounced` event: Permanent, Transient or Undetermined
 */
export function countsOf(type: EmailEventType, bounceType: string | null): EmailCount[] {
  const count = COUNTS_OF_EVENTS[type];
  if (!count) return [];
  return count === 'bounced'
    ? [count, COUNTS_OF_BOUNCES[bounceType ?? ''] ?? 'bounced_undetermined']
    : [count];
}

/** Each rate: this count of that one. People open and click what was delivered. */
const RATES: Readonly<Record<EmailRate, readonly [part: EmailCount, whole: EmailCount]>> = {
  delivery_rate: ['delivered', 'sent'],
  bounce_rate: ['bounced', 'sent'],
  complaint_rate: ['complained', 'delivered'],
  open_rate: ['unique_opened', 'delivered'],
  click_rate: ['unique_clicked', 'delivered'],
  unsubscribe_rate: ['unsubscribed', 'delivered'],
};

const RATE_DECIMALS = 4;

/** A metric from counts: a whole number, or for a rate a share of 1, which is 0 when there is nothing to share. */
export function metricFrom(counts: Counts, metric: EmailCount | EmailRate): number {
  if (!isRate(metric)) return counts[metric] ?? 0;
  const [part, whole] = RATES[metric];
  const total = counts[whole] ?? 0;
  return total === 0 ? 0 : Number(((counts[part] ?? 0) / total).toFixed(RATE_DECIMALS));
}

function isRate(metric: EmailCount | EmailRate): metric is EmailRate {
  return Object.hasOwn(RATES, metric);
}
