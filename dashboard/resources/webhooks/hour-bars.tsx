// The last 24 hours of a webhook in a row, an hour next to the other: what was delivered stands on a line, and what failed hangs
// below it, so that no colour is needed to know them apart. A webhook to which nothing was posted has none.
import type { WebhookItem } from '../../api/generated/types.ts';
import { useClock } from '../../format/clock.ts';
import { dayWords } from './health-words.ts';
import { countsByHour } from './hours.ts';
import css from './webhooks.module.css';

const BAR = 3;
const STEP = 4;
const HEIGHT = 20;
/** The height of the line. */
const FLOOR = 11;
/** Between the line and a bar. */
const LINE = 0.5;
/** One try among thousands is still seen. */
const LEAST = 1.5;

/** The bars. */
export function HourBars({ health }: { health: WebhookItem['health'] }) {
  useClock();
  if (health.hours.length === 0) return null;
  const hours = countsByHour(health.hours, new Date());
  const most = Math.max(1, ...hours.flatMap(({ delivered, failed }) => [delivered, failed]));
  const heightOf = (count: number, whole: number) =>
    count === 0 ? 0 : Math.max(LEAST, ((whole - LINE) * count) / most);
  const delivered = hours.map((hour, at) => bar(at, FLOOR - LINE, -heightOf(hour.delivered, FLOOR)));
  const failed = hours.map((hour, at) => bar(at, FLOOR + LINE, heightOf(hour.failed, HEIGHT - FLOOR)));
  return (
    <svg
      className={css['bars']}
      viewBox={`0 0 ${hours.length * STEP} ${HEIGHT}`}
      role="img"
      aria-label={dayWords(health)}
    >
      <path className={css['floor']} d={`M0 ${FLOOR}H${hours.length * STEP}`} />
      <path className={css['delivered']} d={delivered.join('')} />
      <path className={css['failed']} d={failed.join('')} />
    </svg>
  );
}

/** @param height below zero: upwards */
function bar(at: number, from: number, height: number): string {
  if (height === 0) return '';
  return `M${at * STEP} ${from.toFixed(1)}v${height.toFixed(1)}h${BAR}V${from.toFixed(1)}z`;
}
