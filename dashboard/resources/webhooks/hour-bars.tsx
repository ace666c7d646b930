// The last 24 hours of a webhook in a row, a bar an hour: what was delivered, and on top of it what failed. A webhook to
// which nothing was posted has none.
import type { WebhookItem } from '../../api/generated/types.ts';
import { useClock } from '../../format/clock.ts';
import { dayWords } from './health-words.ts';
import { countsByHour } from './hours.ts';
import css from './webhooks.module.css';

const BAR = 3;
const STEP = 4;
const HEIGHT = 20;
/** One try among thousands is still seen. */
const LEAST = 1.5;

/** The bars. */
export function HourBars({ health }: { health: WebhookItem['health'] }) {
  useClock();
  if (health.hours.length === 0) return null;
  const hours = countsByHour(health.hours, new Date());
  const most = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (HEIGHT * count) / most));
  const delivered = hours.map((hour, at) => bar(at, HEIGHT, heightOf(hour.delivered)));
  const failed = hours.map((hour, at) =>
    bar(at, HEIGHT - heightOf(hour.delivered), Math.min(heightOf(hour.failed), HEIGHT)),
  );
  return (
    <svg
      className={css['bars']}
      viewBox={`0 0 ${hours.length * STEP} ${HEIGHT}`}
      role="img"
      aria-label={dayWords(health)}
    >
      <path className={css['floor']} d={`M0 ${HEIGHT - 0.5}H${hours.length * STEP}`} />
      <path className={css['delivered']} d={delivered.join('')} />
      <path className={css['failed']} d={failed.join('')} />
    </svg>
  );
}

function bar(at: number, bottom: number, height: number): string {
  if (height === 0) return '';
  const top = Math.max(0, bottom - height);
  return `M${at * STEP} ${bottom.toFixed(1)}V${top.toFixed(1)}h${BAR}V${bottom.toFixed(1)}z`;
}
