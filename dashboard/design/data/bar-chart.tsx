// Numbers over time as stacked bars, in plain SVG: no library is worth its weight for this. The same numbers are in a
// table below, which people open who cannot see the bars or want to copy them.
import { classNames } from '../class-names.ts';
import { Amount } from '../text/amount.tsx';
import { Dot } from '../text/status.tsx';
import type { Tone } from '../text/statuses.ts';
import styles from './chart.module.css';

export interface ChartSeries {
  id: string;
  label: string;
  tone: Tone;
}

export interface ChartPoint {
  /** A day or an hour, as it is written below the bars. */
  label: string;
  values: Readonly<Record<string, number>>;
}

interface BarChartProps {
  label: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
}

/** The units of the drawing; the page stretches it. */
const HEIGHT = 100;
const BAR = 9;
const GAP = 5;
/** A week has few bars: they stay slim. */
const FEW = 10;
const WIDE_GAP = 18;

export function BarChart({ label, series, points }: BarChartProps) {
  const most = Math.max(1, ...points.map((point) => total(point, series)));
  const gap = points.length > FEW ? GAP : WIDE_GAP;
  const width = Math.max(1, points.length * (BAR + gap) - gap);
  return (
    <figure className={styles.chart} aria-label={label}>
      <figcaption className={styles.legend}>
        {series.map((one) => (
          <span key={one.id} className={styles.key}>
            <Dot tone={one.tone} />
            {one.label}
          </span>
        ))}
        <span className={styles.most}>
          at most <Amount value={most} />
        </span>
      </figcaption>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {points.map((point, index) => (
          <Bar key={point.label} point={point} series={series} left={index * (BAR + gap)} most={most} />
        ))}
      </svg>
      <div className={styles.axis} aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
      <ChartTable label={label} series={series} points={points} />
    </figure>
  );
}

interface BarProps {
  point: ChartPoint;
  series: readonly ChartSeries[];
  left: number;
  most: number;
}

function Bar({ point, series, left, most }: BarProps) {
  let top = HEIGHT;
  return (
    <g className={styles.bar}>
      <title>{`${point.label}: ${series.map((one) => `${point.values[one.id] ?? 0} ${one.label}`).join(', ')}`}</title>
      <rect className={styles.ground} x={left} y={0} width={BAR} height={HEIGHT} />
      {series.map((one) => {
        const height = ((point.values[one.id] ?? 0) / most) * HEIGHT;
        top -= height;
        return (
          <rect
            key={one.id}
            className={classNames(styles[one.tone])}
            x={left}
            y={top}
            width={BAR}
            height={height}
          />
        );
      })}
    </g>
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
