// A time: how long ago, with the exact one in the person's zone on hover and on focus. In the rows of a list give
// `isInRow`: there it is the clock of today, or the day, and the row takes focus: fifty more stops of the tab key would
// be in the way.

import { useClock, useToday } from '../../format/clock.ts';
import { exactTime, listTime, relativeTime } from '../../format/time.ts';
import { Tooltip } from '../controls/tooltip.tsx';
import styles from './time.module.css';

/** The exact time must be reachable by keys (WCAG 2.1.1). */
const FOCUSABLE = { tabIndex: 0, role: 'note' };

interface TimeProps {
  at: string | null;
  /** For tests and the gallery. */
  now?: Date | undefined;
  /** The text without a time. */
  empty?: string | undefined;
  isInRow?: boolean | undefined;
  /** The exact time is shown instead of the relative one. */
  isExact?: boolean | undefined;
  /** Whether a past time has its clock or its day, as in a row, so that consecutive entries differ. */
  isClock?: boolean | undefined;
}

export function Time({ at, now, empty = '–', isInRow = false, isExact = false, isClock = false }: TimeProps) {
  if (at === null) return <span className={styles.empty}>{empty}</span>;
  if (isInRow) return <RowTime at={at} now={now} />;
  if (!isExact) return <NamedTime at={at} now={now} isClock={isClock} />;
  return (
    <time className={styles.time} dateTime={at}>
      {exactTime(new Date(at))}
    </time>
  );
}

/** The times of a row say exactly when: its focus asks for that, or a pointer. Before, most are never read. */
export function nameTimesExactly(row: Element): void {
  for (const time of row.querySelectorAll('time')) time.title = exactTime(new Date(time.dateTime));
}

interface ShownTimeProps {
  at: string;
  now: Date | undefined;
}

function RowTime({ at, now }: ShownTimeProps) {
  useToday();
  return (
    <time
      className={styles.time}
      dateTime={at}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = exactTime(new Date(at));
      }}
    >
      {listTime(new Date(at), now ?? new Date())}
    </time>
  );
}

function NamedTime({ at, now = new Date(), isClock }: ShownTimeProps & { isClock: boolean }) {
  useClock();
  const date = new Date(at);
  const words = isClock && date <= now ? listTime : relativeTime;
  return (
    <Tooltip text={exactTime(date)}>
      <time className={styles.time} dateTime={at} {...FOCUSABLE}>
        {words(date, now)}
      </time>
    </Tooltip>
  );
}
