// A status: a dot and a word. The word says it; the dot lets the eye find it in a list. The rows of a list draw the
// word of a good status more softly (lists/rows.module.css).
import { classNames } from '../class-names.ts';
import styles from './status.module.css';
import { statusStyle, statusWords, type Tone } from './statuses.ts';

interface StatusProps {
  status: string;
  /** Another word than the status itself. */
  label?: string | undefined;
}

export function Status({ status, label }: StatusProps) {
  const { tone, isOpen } = statusStyle(status);
  return (
    <span className={styles.status}>
      <Dot tone={tone} isOpen={isOpen} />
      <span className={styles.word} data-tone={tone}>
        {label ?? statusWords(status)}
      </span>
    </span>
  );
}

/** The dot alone, next to other words; screen readers ignore it. */
export function Dot({ tone, isOpen = false }: { tone: Tone; isOpen?: boolean | undefined }) {
  return <span className={classNames(styles.dot, styles[tone], isOpen && styles.open)} aria-hidden="true" />;
}
