// A value that is copied when it is clicked: an id, an address, a DNS record. It is a button, so keys work too; the
// click does not reach the row around it.
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { classNames } from '../class-names.ts';
import { useCopy } from './clipboard.ts';
import styles from './copyable.module.css';

interface CopyableProps {
  text: string;
  /** The name of the value: "Copy <label>" is the name of the button. */
  label: string;
  isMono?: boolean | undefined;
  /** The shown content, if it is not the text itself. */
  shown?: string | undefined;
  /** One line that ends in an ellipsis. */
  isClamped?: boolean | undefined;
  onCopied?: (() => void) | undefined;
  /** Whether it was copied before; the button shows that as long as the page wants. */
  wasCopied?: boolean | undefined;
}

export function Copyable(props: CopyableProps) {
  const { text, label, isMono = false, shown, isClamped = false, onCopied, wasCopied = false } = props;
  const { isCopied, copy } = useCopy(text, onCopied);
  const hasMark = isCopied || wasCopied;
  const Icon = hasMark ? Check : Copy;
  return (
    <button
      type="button"
      className={classNames(styles.copyable, hasMark && styles.copied, isClamped && styles.clamped)}
      title={isCopied ? 'Copied' : `Copy ${label}`}
      onClick={(event) => {
        event.preventDefault();
        event.stopPropagation();
        copy();
      }}
    >
      <span className="visually-hidden">
        {wasCopied ? 'Copied. Copy again' : 'Copy'} {label}:{' '}
      </span>
      <span className={classNames(styles.text, isMono && styles.mono)}>{shown ?? text}</span>
      <Icon className={styles.icon} size={13} strokeWidth={2} aria-hidden="true" />
    </button>
  );
}
