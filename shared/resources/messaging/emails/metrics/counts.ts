// Defines which counts an event of an email adds to, and how rates are calculated from counts. Both the counters
// (count.ts) and metrics by email (find.ts) use these definitions.
import type { EMAIL_COUNTS, EMAIL_EVENT_TYPES, EMAIL_RATES } from '../../../../contract/emails/values.ts';

/** Not from events/event.ts, whose events have corrections. */
type EventType = (typeof EMAIL_EVENT_TYPES)[number];

/** Name of a count. Nothing counts `attempted`: it follows from the others, as rates do. */
export type EmailCount = (typeof EMAIL_COUNTS)[number];

/** Name of a rate. */
export type EmailRate = (typeof EMAIL_RATES)[number];

/**
 * Corrections. The counts of the API are counts of events; rates count each recipient once, by its last state and in the
 * quarter of an hour in which that was recorded. So what an event makes untrue is taken back where it was counted:
 * `…_superseded`. A recipient that is reported as delivered after it was sent is taken back as sent, and is
 * `delivered_later` in addition to `delivered`.
 */
export type Correction =
  | 'sent_superseded'
  | 'delivered_superseded'
  | 'bounced_superseded'
  | 'failed_superseded'
  | 'delivered_later';

/** Name of a counter: a count of the API, or a correction, which the API does not show. */
export type CounterName = EmailCount | Correction;

/** Counts by name; absent: 0. */
export type Counts = Partial<Record<CounterName, number>>;

/** The inputs of the counts of an event. */
export interface CountedEvent {
  type: EventType;
  /** The bounce type of a `bounced` event: Permanent, Transient or Undetermined. */
  bounceType: string | null;
  /** The machine that has made an `opened` or `clicked` event; null: a person, or it is another event. */
  machine: string | null;
}

/** A type that is absent is not counted: scheduling and canceling are not metrics. */
const COUNTS_OF_EVENTS: Readonly<Partial<Record<EventType, EmailCount>>> = {
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

/** The counts that machines increment instead of people's counts. */
const COUNTS_OF_MACHINES: Readonly<Partial<Record<EventType, EmailCount>>> = {
  opened: 'machine_opened',
  clicked: 'machine_clicked',
};

/** The names of the counts that an event increments. */
export function countsOf({ type, bounceType, machine }: CountedEvent): EmailCount[] {
  const count = (machine === null ? COUNTS_OF_EVENTS : COUNTS_OF_MACHINES)[type];
  if (!count) return [];
  return count === 'bounced'
    ? [count, COUNTS_OF_BOUNCES[bounceType ?? ''] ?? 'bounced_undetermined']
    : [count];
}

/** The position of a stored event among all events of its recipient. */
export interface EventAmongOthers {
  type: EventType;
  /** A report made it (delivery/record-report.ts). */
  isReported: boolean;
  /** The recipient was sent to, at any time. */
  isSent: boolean;
  /** A report said that it was delivered; that it failed. */
  isReportedDelivered: boolean;
  isReportedFailed: boolean;
}

/** The corrections of a stored event; they are where the event is, as `corrections` of events have them. */
export function correctionsOf(event: EventAmongOthers): Correction[] {
  const { type, isReported, isSent, isReportedDelivered, isReportedFailed } = event;
  // No attempt is recorded as a failure after a success: a success was late.
  if (type === 'bounced' || type === 'failed') return isSent && !isReported ? [`${type}_superseded`] : [];
  if (type === 'sent') return isReportedDelivered || isReportedFailed ? ['sent_superseded'] : [];
  if (type !== 'delivered') return [];
  const later: Correction[] = isReported ? ['delivered_later'] : [];
  if (!isReportedFailed) return later;
  return [...later, 'delivered_superseded', ...(isReported ? (['sent_superseded'] as const) : [])];
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

/** Four decimals. Rates are rounded down, so that rates of exclusive outcomes never add up to more than 1. */
const RATE_PARTS = 10_000;

/** The value of a metric: a count, or a rate from 0 to 1, which is 0 when its denominator is 0. */
export function metricFrom(counts: Counts, metric: EmailCount | EmailRate): number {
  if (metric === 'attempted') return countRecipients(counts).sentOrFailed;
  if (!isRate(metric)) return counts[metric] ?? 0;
  const [part, whole] = RATES[metric];
  const recipients = countRecipients(counts);
  const total = recipients[whole] ?? 0;
  return total === 0 ? 0 : Math.floor(((recipients[part] ?? 0) * RATE_PARTS) / total) / RATE_PARTS;
}

/** Counts of recipients instead of events, where the two may differ. */
interface Recipients extends Counts {
  delivered: number;
  bounced: number;
  failed: number;
  /** All that were sent to, bounced or failed. */
  sentOrFailed: number;
}

/** Counts each recipient once, by its last state. */
export function countRecipients(counts: Counts): Recipients {
  const rest = (name: 'sent' | 'delivered' | 'bounced' | 'failed') =>
    (counts[name] ?? 0) - (counts[`${name}_superseded`] ?? 0);
  const bounced = rest('bounced');
  const failed = rest('failed');
  const delivered = rest('delivered');
  const sent = rest('sent') + (counts.delivered_later ?? 0);
  return { ...counts, delivered, bounced, failed, sentOrFailed: sent + bounced + failed };
}

function isRate(metric: EmailCount | EmailRate): metric is EmailRate {
  return Object.hasOwn(RATES, metric);
}
