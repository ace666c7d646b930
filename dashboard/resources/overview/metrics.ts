// The numbers of the overview: the range of time that is asked for, the points of the chart, and rates in words.
import type { Account, EmailMetrics } from '../../api/generated/types.ts';
import type { InputOf } from '../../api/request.ts';
import { amountText } from '../../format/amount-text.ts';

/** Ids are in the URL. */
export const RANGES = [
  { id: '24h', label: '24 hours' },
  { id: '7d', label: '7 days' },
  { id: '30d', label: '30 days' },
] as const;

export type RangeId = (typeof RANGES)[number]['id'];

/** A bar of the chart. */
export interface MetricsPoint {
  /** `Mon 23 Nov`; below the bar `23 Nov`. */
  label: string;
  axis: string;
  values: Readonly<Record<string, number>>;
}

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const METRICS = [
  'attempted',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'delivery_rate',
  'bounce_rate',
  'complaint_rate',
  'unique_opened',
  'unique_clicked',
  'machine_opened',
  'machine_clicked',
];

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

type ChartedMetrics = Pick<EmailMetrics, 'data' | 'granularity'>;

/** One point for each period, named by its hour or day in the zone of the person. */
export function pointsOf({ data, granularity }: ChartedMetrics, timezone: string): MetricsPoint[] {
  const isHourly = granularity === 'hourly';
  const axis = { ...(isHourly ? HOUR : DAY), timeZone: timezone };
  const formatAxis = new Intl.DateTimeFormat('en-GB', axis);
  const formatLabel = new Intl.DateTimeFormat('en-GB', { ...axis, weekday: 'short' });
  return rowsOf(data).map((row) => {
    const at = new Date(String(row['period']));
    const values = {
      delivered: countIn(row, 'delivered'),
      undelivered: countIn(row, 'bounced') + countIn(row, 'failed'),
      complained: countIn(row, 'complained'),
    };
    return { label: formatLabel.format(at), axis: formatAxis.format(at), values };
  });
}

const HOUR: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

function rowsOf(data: EmailMetrics['data']): Record<string, unknown>[] {
  return data as Record<string, unknown>[];
}

function countIn(row: Record<string, unknown>, name: string): number {
  return Number(row[name] ?? 0);
}

/** "94.89% of 3,135 tried": a rate and its whole. */
export function rateOfText(rate: number, whole: number, word: 'tried' | 'delivered'): string {
  return whole === 0 ? `none ${word}` : `${rateText(rate)} of ${amountText(whole)} ${word}`;
}

/** A share as the API rounds it: down, to four decimals. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((part * 10_000) / whole) / 10_000;
}

/** "99.23%": the API rounds rates down to four decimals, so that 100% means all. */
function rateText(rate: number): string {
  return new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 }).format(rate);
}

/**
 * The reason why the account is warned or paused. Its reputation decides, not the rates of this page, which counts mail
 * to the simulator too, and a single complaint of ten.
 */
export function warningOf(reputation: Account['reputation'] | undefined, kind: 'bounces' | 'complaints') {
  return reputation?.cause?.kind === kind ? `The account is ${reputation.status}` : undefined;
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
 * The opens and clicks in a sentence; undefined: none. There are no rates, since the API also counts delivered mail
 * that was not measured.
 */
export function touchesText(totals: EmailMetrics['totals']): string | undefined {
  const count = (name: string) => totals[name] ?? 0;
  const recipients = (value: number) => `${amountText(value)} ${value === 1 ? 'recipient' : 'recipients'}`;
  const machines = count('machine_opened') + count('machine_clicked');
  const people = count('unique_opened') + count('unique_clicked');
  if (machines + people === 0) return undefined;
  const whole = `Opened by ${recipients(count('unique_opened'))}, clicked by ${recipients(count('unique_clicked'))}.`;
  return machines === 0
    ? whole
    : `${whole} ${amountText(machines)} ${machines === 1 ? 'open or click by a machine is' : 'opens and clicks by machines are'} not counted.`;
}
