// A time: how long ago, with the exact one in the person's zone on hover and on focus. In the rows of a list give
// `isInRow`: the row takes focus there, and fifty more stops of the tab key would be in the way.

import { useClock } from '../../format/clock.ts';
import { exactTime, relativeTime } from '../../format/time.ts';
import { Tooltip } from '../controls/tooltip.tsx';
import styles from './time.module.css';

/** The exact time must be reachable by keys (WCAG 2.1.1). */
const FOCUSABLE = { tabIndex: 0, role: 'note' };

interface TimeProps {
  at: string | null;
  /** For tests and the gallery. */
  now?: Date | undefined;
  /** What is shown without a time. */
  empty?: string | undefined;
  isInRow?: boolean | undefined;
  /** The exact time is shown instead of the relative one. */
  isExact?: boolean | undefined;
}

export function Time({ at, now, empty = '–', isInRow = false, isExact = false }: TimeProps) {
  useClock();
  if (at === null) return <span className={styles.empty}>{empty}</span>;
  const date = new Date(at);
  const exact = exactTime(date);
  const shown = isExact ? exact : relativeTime(date, now ?? new Date());
  if (isInRow || isExact) {
    return (
      <time className={styles.time} dateTime={at} title={exact}>
        {shown}
      </time>
    );
  }
  return (
    <Tooltip text={exact}>
      <time className={styles.time} dateTime={at} {...FOCUSABLE}>
        {shown}
      </time>
    </Tooltip>
  );
}
