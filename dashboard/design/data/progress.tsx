// How far an act with several parts has come: words, n of m, and a bar.
import { useId } from 'react';
import { classNames } from '../class-names.ts';
import { Amount } from '../text/amount.tsx';
import styles from './meter.module.css';

interface ProgressProps {
  /** `Removing addresses`: what is done. */
  label: string;
  done: number;
  of: number;
}

export function Progress({ label, done, of }: ProgressProps) {
  const id = useId();
  const share = of === 0 ? 1 : Math.min(done / of, 1);
  return (
    <div className={styles.meter}>
      <div className={styles.line}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        <span className={styles.numbers}>
          <Amount value={done} /> of <Amount value={of} />
        </span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={done}
        aria-valuetext={`${done} of ${of}`}
      >
        <div className={classNames(styles.fill, styles.calm)} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
