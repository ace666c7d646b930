// A small line of a number over time, next to the number itself. Plain SVG.
import styles from './chart.module.css';

const WIDTH = 120;
const HEIGHT = 32;

interface SparklineProps {
  /** The content of the line, for screen readers. */
  label: string;
  points: readonly number[];
}

export function Sparkline({ label, points }: SparklineProps) {
  const path = linePath(points);
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={styles.area} d={`${path} L${WIDTH} ${HEIGHT} L0 ${HEIGHT} Z`} />
      <path className={styles.path} d={path} />
    </svg>
  );
}

function linePath(points: readonly number[]): string {
  const most = Math.max(1, ...points);
  const step = WIDTH / Math.max(1, points.length - 1);
  return points
    .map((value, index) => {
      // Two pixels stay free above and below for the width of the line.
      const y = HEIGHT - 2 - (value / most) * (HEIGHT - 4);
      return `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join(' ');
}
