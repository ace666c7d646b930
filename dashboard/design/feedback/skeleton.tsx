// The place of something that is loading, in its final size. After 150 ms it is seen; before, it only keeps the room.
import { classNames } from '../class-names.ts';
import styles from './skeleton.module.css';
import { useDelayed } from './use-delayed.ts';

/** Below this a person sees no wait. */
const SEEN_AFTER_MS = 150;

interface SkeletonProps {
  /** A CSS length or a number of pixels. */
  width?: string | number | undefined;
  height?: string | number | undefined;
}

export function Skeleton({ width = '100%', height = 12 }: SkeletonProps) {
  const isSeen = useDelayed(SEEN_AFTER_MS);
  return (
    <span
      className={classNames(styles.bar, isSeen && styles.seen)}
      style={{ width, height }}
      aria-hidden="true"
    />
  );
}

interface SkeletonRowsProps {
  rows: number;
  columns: number;
  /** The name of the loading content, for screen readers. */
  label?: string | undefined;
}

/** The rows of a list that loads. */
export function SkeletonRows({ rows, columns, label = 'Loading' }: SkeletonRowsProps) {
  const isSeen = useDelayed(SEEN_AFTER_MS);
  // An answer within that time finds only the room: nothing is drawn in vain.
  const drawn = isSeen ? range(rows) : [];
  return (
    <div className={styles.rows} style={{ minHeight: `calc(${rows} * var(--row))` }} role="status">
      <span className="visually-hidden">{isSeen ? `${label}…` : ''}</span>
      {drawn.map((row) => (
        <div key={row} className={styles.row} aria-hidden="true">
          {range(columns).map((column) => (
            <span
              key={column}
              className={classNames(styles.bar, styles.seen)}
              style={{ width: barWidth(row, column) }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

/** Uneven like words, and the same each time. */
function barWidth(row: number, column: number): string {
  return `${40 + ((row * 37 + column * 53) % 45)}%`;
}
