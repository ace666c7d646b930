// What the charts have in common: the scale at their left, the lines across them, and the table of all numbers, which
// people open who cannot see the drawing or want to copy them.
import { compactAmountText } from '../../format/amount-text.ts';
import { Amount } from '../text/amount.tsx';
import type { Tone } from '../text/statuses.ts';
import styles from './chart.module.css';

export interface ChartSeries {
  id: string;
  label: string;
  tone: Tone;
}

export interface ChartPoint {
  /** A day or an hour, in full. */
  label: string;
  /** The same for the text below the chart, if there is room for it. */
  axis?: string | undefined;
  values: Readonly<Record<string, number>>;
}

export function ChartScale({ ticks }: { ticks: readonly number[] }) {
  return (
    <div className={styles.scale}>
      {ticks.map((tick) => (
        <span key={tick}>
          <span>{compactAmountText(tick)}</span>
        </span>
      ))}
    </div>
  );
}

export function ChartLines({ ticks }: { ticks: readonly number[] }) {
  return (
    <div className={styles.lines}>
      {ticks.map((tick) => (
        <span key={tick} />
      ))}
    </div>
  );
}

interface ChartTableProps {
  label: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** The text for a value that a point does not have. */
  missing: string;
}

export function ChartTable({ label, series, points, missing }: ChartTableProps) {
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
              {series.map(({ id }) => (
                <td key={id}>
                  {point.values[id] === undefined ? missing : <Amount value={point.values[id]} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
