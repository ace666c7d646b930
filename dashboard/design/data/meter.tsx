// How much of a quota is used: brass until 80 %, a warning until 100 %, red at it; or how large a part of a whole is. The numbers say it too.
import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Amount } from '../text/amount.tsx';
import styles from './meter.module.css';

/** The part from which on a person should plan ahead. */
const WARNS_FROM = 0.8;

interface MeterProps {
  label: string;
  used: number;
  /** The limit; null: there is none. */
  limit: number | null;
  unit?: string | undefined;
  note?: ReactNode;
  /** Whether it is a part of a whole, and never too much: then it does not warn. */
  isPart?: boolean;
}

export function Meter({ label, used, limit, unit, note, isPart = false }: MeterProps) {
  const id = useId();
  const share = shareOf(used, limit, isPart);
  const words = unit === undefined ? '' : ` ${unit}`;
  return (
    <div className={styles.meter}>
      <div className={styles.line}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        <span className={styles.numbers}>
          <strong className={styles.used}>
            <Amount value={used} />
          </strong>
          {limit === null ? `${words}, no limit` : ' of '}
          {limit === null ? null : <Amount value={limit} />}
          {limit === null ? null : words}
        </span>
      </div>
      {limit === null ? null : (
        // biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> in colours that cannot be set everywhere.
        <div
          className={styles.track}
          role="meter"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={`${used} of ${limit}${words}`}
        >
          <div
            className={classNames(styles.fill, styles[isPart ? 'calm' : level(share)])}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
      {note === undefined ? null : <div className={styles.note}>{note}</div>}
    </div>
  );
}

function shareOf(used: number, limit: number | null, isPart: boolean): number {
  if (limit === null) return 0;
  // A quota of 0 is used up.
  if (limit === 0) return isPart ? 0 : 1;
  return Math.min(used / limit, 1);
}

function level(share: number): 'calm' | 'warn' | 'bad' {
  if (share >= 1) return 'bad';
  return share >= WARNS_FROM ? 'warn' : 'calm';
}
