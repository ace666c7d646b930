// Numbers over time as stacked bars with a scale, in plain HTML: no library is worth its weight for this, and only the
// layout of the page can keep a bar from growing wider than it should. The same numbers are in a table below, which
// people open who cannot see the bars or want to copy them.
import { classNames } from '../class-names.ts';
import { Dot } from '../text/status.tsx';
import styles from './chart.module.css';
import { ChartLines, type ChartPoint, ChartScale, type ChartSeries, ChartTable } from './chart-frame.tsx';
import { labelledEvery, scaleOf } from './scale.ts';

interface BarChartProps {
  label: string;
  /** At the side of what the colours mean. */
  note?: string | undefined;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
}

export function BarChart({ label, note, series, points }: BarChartProps) {
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
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </figcaption>
      <div className={styles.plot} aria-hidden="true">
        <ChartScale ticks={ticks} />
        <div className={styles.bars}>
          <ChartLines ticks={ticks} />
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
      <ChartTable label={label} series={series} points={points} missing="0" />
    </figure>
  );
}

interface BarProps {
  point: ChartPoint;
  series: readonly ChartSeries[];
  /** The value of the whole height. */
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

function total(point: ChartPoint, series: readonly ChartSeries[]): number {
  return series.reduce((sum, one) => sum + (point.values[one.id] ?? 0), 0);
}
