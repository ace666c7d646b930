// What happened to a thing, in order: a line with a dot for each event, its time, and the details below it (the reply
// of a server, verbatim).
import type { ReactNode } from 'react';
import { Dot } from '../text/status.tsx';
import { Time } from '../text/time.tsx';
import styles from './timeline.module.css';

export interface TimelineEntry {
  id: string;
  at: string | null;
  title: ReactNode;
  kind: 'good' | 'bad' | 'warn' | 'info' | 'neutral';
  /** Whether it is in the future or still runs. */
  isOpen?: boolean | undefined;
  children?: ReactNode;
}

export function Timeline({ entries, now }: { entries: readonly TimelineEntry[]; now?: Date | undefined }) {
  return (
    <ol className={styles.timeline}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <span className={styles.dot}>
            <Dot tone={entry.kind} isOpen={entry.isOpen} />
          </span>
          <div className={styles.line}>
            <span className={styles.title}>{entry.title}</span>
            <span className={styles.time}>
              <Time at={entry.at} now={now} empty="" isClock />
            </span>
          </div>
          {entry.children === undefined ? null : <div className={styles.details}>{entry.children}</div>}
        </li>
      ))}
    </ol>
  );
}
