// Numbers over time as stacked bars with a scale, in plain HTML: no library is worth its weight for this, and only the
// layout of the page can keep a bar from growing wider than it should. The same numbers are in a table below, which
// people open who cannot see the bars or want to copy them.
import { classNames } from '../class-names.ts';
import { Amount } from '../text/amount.tsx';
import { Dot } from '../text/status.tsx';
import type { Tone } from '../text/statuses.ts';
import styles from './chart.module.css';
import { labelledEvery, scaleOf } from './scale.ts';

export interface ChartSeries {
  id: string;
  label: string;
  tone: Tone;
}

export interface ChartPoint {
  /** A day or an hour, in full. */
  label: string;
  /** The same as it is written below the bar, where there is room for it. */
  axis?: string | undefined;
  values: Readonly<Record<string, number>>;
}

interface BarChartProps {
  label: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
}

export function BarChart({ label, series, points }: BarChartProps) {
  const { max, ticks } = scaleOf(points.map((point) => total(point, series)));
  const every = labelledEvery(points.length);
  return (
    <figure className={styles.chart} aria-label={label}>
      <figcaption className={styles.legend}>
        {series.map((one) => (
          <span key={one.id} className={styles.key}>
            <Dot tone={one.tone} />
            {one.label}
          </span>
        ))}
      </figcaption>
      <div className={styles.plot} aria-hidden="true">
        <Scale ticks={ticks} />
        <div className={styles.bars}>
          <Lines ticks={ticks} />
          {points.map((point) => (
            <Bar key={point.label} point={point} series={series} max={max} />
          ))}
        </div>
        <div className={styles.axis}>
          {points.map(({ label: name, axis = name }, index) => (
            <span
              key={name}
              className={styles.place}
              data-second={index % (2 * every) === every || undefined}
            >
              {index % every === 0 && <span>{axis}</span>}
            </span>
          ))}
        </div>
      </div>
      <ChartTable label={label} series={series} points={points} />
    </figure>
  );
}

function Scale({ ticks }: { ticks: readonly number[] }) {
  return (
    <div className={styles.scale}>
      {ticks.map((tick) => (
        <span key={tick}>
          <span>{tickText(tick)}</span>
        </span>
      ))}
    </div>
  );
}

/** From this number on "20K" is read sooner than "20,000". */
const LONG = 10_000;

function tickText(tick: number): string {
  return new Intl.NumberFormat('en', tick < LONG ? {} : { notation: 'compact' }).format(tick);
}

function Lines({ ticks }: { ticks: readonly number[] }) {
  return (
    <div className={styles.lines}>
      {ticks.map((tick) => (
        <span key={tick} />
      ))}
    </div>
  );
}

interface BarProps {
  point: ChartPoint;
  series: readonly ChartSeries[];
  /** What the whole height means. */
  max: number;
}

function Bar({ point, series, max }: BarProps) {
  const title = `${point.label}: ${series.map((one) => `${point.values[one.id] ?? 0} ${one.label}`).join(', ')}`;
  return (
    <div className={styles.bar} title={title}>
      {series.map((one) => {
        const value = point.values[one.id] ?? 0;
        if (value === 0) return null;
        return (
          <span
            key={one.id}
            className={classNames(styles.part, styles[one.tone])}
            style={{ height: `${(100 * value) / max}%` }}
          />
        );
      })}
    </div>
  );
}

function ChartTable({ label, series, points }: BarChartProps) {
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>Show as a table</summary>
      <table className={styles.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            {series.map((one) => (
              <th key={one.id} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row">{point.label}</th>
              {series.map((one) => (
                <td key={one.id}>
                  <Amount value={point.values[one.id] ?? 0} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function total(point: ChartPoint, series: readonly ChartSeries[]): number {
  return series.reduce((sum, one) => sum + (point.values[one.id] ?? 0), 0);
}
