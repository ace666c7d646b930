// Shows the progress of an act with several parts: words, n of m, and a bar.
import { useId } from 'react';
import { amountText } from '../../format/amount-text.ts';
import { classNames } from '../class-names.ts';
import styles from './meter.module.css';

interface ProgressProps {
  /** The act: `Removing addresses`. */
  label: string;
  done: number;
  of: number;
  /** Formats the numbers, for example as bytes; by default they are plain. */
  inWords?: ((value: number) => string) | undefined;
}

export function Progress({ label, done, of, inWords = amountText }: ProgressProps) {
  const id = useId();
  const share = of === 0 ? 1 : Math.min(done / of, 1);
  return (
    <div className={styles.meter}>
      <div className={styles.line}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        <span className={styles.numbers}>
          {inWords(done)} of {inWords(of)}
        </span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={done}
        aria-valuetext={`${inWords(done)} of ${inWords(of)}`}
      >
        <div className={classNames(styles.fill, styles.calm)} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
