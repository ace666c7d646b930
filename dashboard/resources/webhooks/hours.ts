// The last 24 hours of a webhook, hour by hour: the API leaves out those without an attempt, a chart has them all. Hours
// are those of UTC, so a day on which clocks change has as many; the hour that clocks show twice has the name of its zone
// with it. Pure.
import type { WebhookItem } from '../../api/generated/types.ts';

type Hours = WebhookItem['health']['hours'];

/** An hour with its attempts. */
export interface HourPoint {
  /** `Thu 09:00`, no two alike; below the bar `09:00`. */
  label: string;
  axis: string;
  values: { delivered: number; failed: number };
}

const HOUR_MS = 60 * 60 * 1_000;
/** The present hour, and that in which the last 24 began. */
const SHOWN = 25;

/** The attempts in each hour, the oldest first. */
export function countsByHour(hours: Hours, now: Date): { at: Date; delivered: number; failed: number }[] {
  const known = new Map(hours.map((hour) => [Date.parse(hour.starts_at), hour]));
  const present = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return Array.from({ length: SHOWN }, (_, at) => {
    const start = present - (SHOWN - 1 - at) * HOUR_MS;
    const { delivered = 0, failed = 0 } = known.get(start) ?? {};
    return { at: new Date(start), delivered, failed };
  });
}

/** The same as points of a chart, named in a zone. */
export function hourPoints(hours: Hours, now: Date, timeZone: string): HourPoint[] {
  const time = { hour: '2-digit', minute: '2-digit', timeZone } as const;
  const axis = new Intl.DateTimeFormat('en-GB', time);
  const label = new Intl.DateTimeFormat('en-GB', { ...time, weekday: 'short' });
  const zone = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone, timeZoneName: 'short' });
  const zoneAt = (at: Date) => zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  const counts = countsByHour(hours, now);
  const labels = counts.map(({ at }) => label.format(at));
  return counts.map(({ at, delivered, failed }, index) => {
    const name = labels[index] ?? '';
    const isTwice = labels.indexOf(name) !== labels.lastIndexOf(name);
    return {
      label: isTwice ? `${name} ${zoneAt(at)}` : name,
      axis: axis.format(at),
      values: { delivered, failed },
    };
  });
}
