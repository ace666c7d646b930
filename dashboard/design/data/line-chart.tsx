// Several numbers over time as lines, in plain SVG. Each line has a colour and a pattern of its own. An invisible
// slider covers the drawing: with the arrows, Home and End, a pointer or a finger one goes from point to point, and
// hears and reads its numbers. All numbers are in a table below as well.
import { useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import chartStyles from './chart.module.css';
import { ChartLines, type ChartPoint, ChartScale, type ChartSeries, ChartTable } from './chart-frame.tsx';
import styles from './line-chart.module.css';
import { linePath } from './line-path.ts';
import { scaleOf } from './scale.ts';

interface LineChartProps {
  label: string;
  /** Six at most: the eye cannot follow more lines. */
  series: readonly ChartSeries[];
  /** A point without a value of a series is a gap in its line. */
  points: readonly ChartPoint[];
  /** Rates have values between whole numbers. */
  isWhole?: boolean | undefined;
}

/** The units of the drawing; the page stretches it. */
const SIZE = { width: 1_000, height: 100 } as const;

export function LineChart({ label, series, points, isWhole = true }: LineChartProps) {
  const [chosen, setChosen] = useState<number>();
  const all = points.flatMap(({ values }) => series.map(({ id }) => values[id] ?? 0));
  const { max, ticks } = scaleOf(all, { isWhole });
  const at = chosen === undefined ? undefined : points[Math.min(chosen, points.length - 1)];
  return (
    <figure className={chartStyles.chart} aria-label={label}>
      <Legend series={series} point={at} />
      <div className={chartStyles.plot}>
        <div aria-hidden="true" className={styles.scale}>
          <ChartScale ticks={ticks} />
        </div>
        <div className={styles.drawing}>
          <ChartLines ticks={ticks} />
          <Lines series={series} points={points} max={max} chosen={chosen} />
          <PointSlider label={label} series={series} points={points} chosen={chosen} onChoose={setChosen} />
        </div>
        <div className={styles.axis} aria-hidden="true">
          <span>{axisOf(points[0])}</span>
          <span>{axisOf(points.at(-1))}</span>
        </div>
      </div>
      <ChartTable label={label} series={series} points={points} missing="–" />
    </figure>
  );
}

function axisOf(point: ChartPoint | undefined): string | undefined {
  return point?.axis ?? point?.label;
}

/** The name of each line, and its number at the chosen point. */
function Legend({ series, point }: { series: readonly ChartSeries[]; point: ChartPoint | undefined }) {
  return (
    <figcaption className={chartStyles.legend}>
      {series.map((one, index) => (
        <span key={one.id} className={chartStyles.key}>
          <svg className={styles.sample} viewBox="0 0 20 8" aria-hidden="true">
            <path d="M0 4H20" className={lineClass(one, index)} />
          </svg>
          {one.label}
          {point === undefined ? null : (
            <strong className={styles.value}>{valueText(point.values[one.id])}</strong>
          )}
        </span>
      ))}
      <span className={styles.when}>{point?.label}</span>
    </figcaption>
  );
}

interface LinesProps extends Pick<LineChartProps, 'series' | 'points'> {
  max: number;
  chosen: number | undefined;
}

function Lines({ series, points, max, chosen }: LinesProps) {
  const { width, height } = SIZE;
  const left = (index: number) => (points.length < 2 ? width / 2 : (index / (points.length - 1)) * width);
  return (
    <svg
      className={styles.lines}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {chosen === undefined ? null : <path className={styles.cursor} d={`M${left(chosen)} 0V${height}`} />}
      {series.map((one, index) => (
        <path
          key={one.id}
          className={lineClass(one, index)}
          d={linePath(
            points.map(({ values }) => values[one.id]),
            { max, width, height },
          )}
        />
      ))}
    </svg>
  );
}

interface PointSliderProps extends Pick<LineChartProps, 'label' | 'series' | 'points'> {
  chosen: number | undefined;
  onChoose: (index: number | undefined) => void;
}

/** A native slider has the keys, and works for fingers. */
function PointSlider({ label, series, points, chosen, onChoose }: PointSliderProps) {
  const id = useId();
  const last = points.length - 1;
  const point = points[chosen ?? last];
  if (point === undefined) return null;
  const numbers = series.map((one) => `${one.label} ${valueText(point.values[one.id])}`).join(', ');
  return (
    <input
      id={id}
      type="range"
      className={styles.slider}
      aria-label={`${label}: point`}
      aria-valuetext={`${point.label}: ${numbers}`}
      min={0}
      max={last}
      step={1}
      value={chosen ?? last}
      onChange={(event) => onChoose(Number(event.target.value))}
      onFocus={() => onChoose(chosen ?? last)}
      onBlur={() => onChoose(undefined)}
      onPointerMove={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        onChoose(Math.min(last, Math.max(0, Math.round(((event.clientX - box.left) / box.width) * last))));
      }}
      onPointerLeave={(event) => {
        if (document.activeElement !== event.currentTarget) onChoose(undefined);
      }}
    />
  );
}

function lineClass({ tone }: ChartSeries, index: number): string {
  return classNames(styles.line, styles[tone], styles[`pattern${index % 3}`]);
}

function valueText(value: number | undefined): string {
  return value === undefined
    ? '–'
    : new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 }).format(value);
}
