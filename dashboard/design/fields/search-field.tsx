// The search of a list: a lens, the keys that focus it, and a button that empties it. Esc empties it too, then leaves.
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type Ref, useId, useImperativeHandle, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { Kbd } from '../text/kbd.tsx';
import styles from './field.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  /** Keys that bring the focus here; the shell listens to them. */
  shortcut?: string | undefined;
  autoFocus?: boolean | undefined;
  /** Leads from it with the arrow down. */
  onDown?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, placeholder, shortcut, autoFocus, onDown, ref } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);
  const focus = { autoFocus };
  const leave = () => {
    if (value === '') input.current?.blur();
    else onChange('');
  };
  return (
    <div className={styles.withEnd}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input
        {...focus}
        id={id}
        ref={input}
        type="search"
        className={classNames(styles.control, styles.search)}
        value={value}
        placeholder={placeholder ?? label}
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts={shortcut}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          const act = { ArrowDown: onDown, Escape: leave }[event.key];
          if (act) event.preventDefault();
          act?.();
        }}
      />
      <Search className={styles.start} size={15} strokeWidth={2} aria-hidden="true" />
      <div className={styles.end}>
        {value !== '' ? (
          <button
            type="button"
            className={styles.endButton}
            aria-label="Clear search"
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          >
            <X size={14} strokeWidth={2} aria-hidden="true" />
          </button>
        ) : shortcut === undefined ? null : (
          <span className={styles.keys} aria-hidden="true">
            <Kbd keys={shortcut} />
          </span>
        )}
      </div>
    </div>
  );
}
