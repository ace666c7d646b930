// Opens and clicks of a campaign by the hour: what GET /emails/metrics is asked, and the points of the chart. Pure.
import type { Campaign, EmailMetrics } from '../../../../api/generated/types.ts';
import type { InputOf } from '../../../../api/request.ts';
import { dayAndTime } from '../../../../format/time.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** The most that is answered by hours. */
const RANGE_MS = 31 * DAY_MS;
/** A campaign by the zones of its contacts begins when the clocks that are ahead of all others show its time. */
const AHEAD_MS = 26 * HOUR_MS;
/** Before the last mail of a campaign that had no time, and may have been a draft for long. */
const SENT_WITHIN_MS = 7 * DAY_MS;
/** Later hours are in the counts alone. */
const SHOWN_HOURS = 7 * 24;

/** An hour of the chart. */
interface HourPoint {
  label: string;
  values: Readonly<Record<'opened' | 'clicked', number>>;
}

type Timed = Pick<Campaign, 'id' | 'created_at' | 'scheduled_at' | 'sent_at' | 'timezone_property'>;

/** People at the time of their first open or click, from the hour in which it began. The call stays the same for an hour. */
export function opensInput(campaign: Timed, now: Date, timezone: string): InputOf<'getEmailMetrics'> {
  const start = Math.floor(beginningOf(campaign, now) / HOUR_MS) * HOUR_MS;
  const end = start + RANGE_MS;
  return {
    query: {
      broadcast_id: campaign.id,
      dimensions: 'period',
      granularity: 'hourly',
      metrics: 'unique_opened,unique_clicked',
      timezone,
      start_date: new Date(start).toISOString(),
      ...(end < now.getTime() && { end_date: new Date(end).toISOString() }),
    },
  };
}

function beginningOf({ created_at, scheduled_at, sent_at, timezone_property }: Timed, now: Date): number {
  const latest = now.getTime() - HOUR_MS;
  if (scheduled_at !== null)
    return Math.min(latest, Date.parse(scheduled_at) - (timezone_property === null ? 0 : AHEAD_MS));
  const ended = sent_at === null ? now.getTime() : Date.parse(sent_at);
  return Math.min(latest, Math.max(Date.parse(created_at), ended - SENT_WITHIN_MS));
}

/** From the hour of the first open or click to that of the last one, up to seven days. */
export function pointsOf({ data }: Pick<EmailMetrics, 'data'>): HourPoint[] {
  const all = (data as Record<string, unknown>[]).map((row) => ({
    label: dayAndTime(new Date(String(row['period']))),
    values: { opened: Number(row['unique_opened'] ?? 0), clicked: Number(row['unique_clicked'] ?? 0) },
  }));
  const isBusy = ({ values }: (typeof all)[number]) => values.opened + values.clicked > 0;
  const first = all.findIndex(isBusy);
  if (first < 0) return [];
  // An hour without any on both sides, so that a single one is a peak and no dot.
  const points = all.slice(Math.max(0, first - 1), all.findLastIndex(isBusy) + 2);
  return points.slice(0, SHOWN_HOURS);
}
