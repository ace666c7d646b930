// The numbers of the overview: the range of time that is asked for, the points of the chart, and rates in words.
import type { EmailMetrics } from '../../api/generated/types.ts';
import type { InputOf } from '../../api/request.ts';

/** Ids are in the URL. */
export const RANGES = [
  { id: '24h', label: '24 hours' },
  { id: '7d', label: '7 days' },
  { id: '30d', label: '30 days' },
] as const;

export type RangeId = (typeof RANGES)[number]['id'];

/** A bar of the chart. */
export interface MetricsPoint {
  label: string;
  values: Readonly<Record<string, number>>;
}

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const METRICS = [
  'sent',
  'delivered',
  'bounced',
  'complained',
  'delivery_rate',
  'bounce_rate',
  'complaint_rate',
  'unique_opened',
  'unique_clicked',
  'machine_opened',
  'machine_clicked',
];
const CHARTED = ['delivered', 'bounced', 'complained'];

/** The range of the URL; seven days unless it says otherwise. */
export function readRange(text: string | undefined): RangeId {
  return RANGES.find(({ id }) => id === text)?.id ?? '7d';
}

/** Whole hours or days in the zone of the person, the present one included: the call stays the same for an hour. */
export function metricsInput(range: RangeId, now: Date, timezone: string): InputOf<'getEmailMetrics'> {
  const common = { dimensions: 'period', metrics: METRICS.join(','), timezone };
  if (range === '24h') {
    const start = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - 23 * HOUR_MS;
    return { query: { ...common, granularity: 'hourly', start_date: new Date(start).toISOString() } };
  }
  const days = range === '7d' ? 6 : 29;
  const start = new Date(now.getTime() - days * DAY_MS);
  return { query: { ...common, granularity: 'daily', start_date: dayIn(start, timezone) } };
}

/** One point for each period, named by its hour or day in the zone of the person. */
export function pointsOf(
  metrics: Pick<EmailMetrics, 'data' | 'granularity'>,
  timezone: string,
): MetricsPoint[] {
  const isHourly = metrics.granularity === 'hourly';
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    ...(isHourly
      ? { weekday: 'short', hour: '2-digit', minute: '2-digit' }
      : { weekday: 'short', day: 'numeric', month: 'short' }),
  });
  return (metrics.data as Record<string, unknown>[]).map((row) => ({
    label: format.format(new Date(String(row['period']))),
    values: Object.fromEntries(CHARTED.map((name) => [name, Number(row[name] ?? 0)])),
  }));
}

/** "99.23%": the API rounds rates down to four decimals, so that 100% means all. */
export function rateText(rate: number): string {
  return new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 }).format(rate);
}

/** From these rates on an account is warned, and from twice and five times that it is paused. */
const WARNED_FROM = { bounce_rate: 0.05, complaint_rate: 0.001 };

/** Whether a rate is one at which accounts are warned. */
export function isWarned(name: keyof typeof WARNED_FROM, rate: number): boolean {
  return rate >= WARNED_FROM[name];
}

/** `2026-11-20`, in the zone. */
function dayIn(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(at);
}

/**
 * What was opened and clicked, in a sentence; undefined: nothing. There are no rates, since the API counts delivered mail
 * that was not measured too.
 */
export function touchesText(totals: EmailMetrics['totals']): string | undefined {
  const count = (name: string) => totals[name] ?? 0;
  const amount = (value: number) => new Intl.NumberFormat().format(value);
  const recipients = (value: number) => `${amount(value)} ${value === 1 ? 'recipient' : 'recipients'}`;
  const machines = count('machine_opened') + count('machine_clicked');
  const people = count('unique_opened') + count('unique_clicked');
  if (machines + people === 0) return undefined;
  const whole = `Opened by ${recipients(count('unique_opened'))}, clicked by ${recipients(count('unique_clicked'))}.`;
  return machines === 0
    ? whole
    : `${whole} Machines did so ${amount(machines)} ${machines === 1 ? 'time' : 'times'}, and are not counted.`;
}
