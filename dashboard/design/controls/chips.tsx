// What is set, each as a chip that a press takes away: the filters of a list, the values of a field. One stop of the tab
// key; the arrows move, Delete and Backspace take away, and the focus stays among those that are left.
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './chips.module.css';

interface ChipsProps {
  /** `Filters that are set` */
  label: string;
  chips: readonly { id: string; text: string }[];
  /** `Remove the filter`: the name of each button begins with it. */
  removes: string;
  onRemove: (id: string) => void;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

export function Chips({ label, chips, removes, onRemove }: ChipsProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const [at, setAt] = useState(0);
  const last = chips.length - 1;
  const current = Math.min(at, last);
  const focus = (index: number) => {
    setAt(index);
    group.current?.querySelectorAll('button')[index]?.focus();
  };
  // The chip that had the focus was removed.
  const isRemoving = useRef(false);
  useEffect(() => {
    if (isRemoving.current && chips.length > 0) group.current?.querySelectorAll('button')[current]?.focus();
    isRemoving.current = false;
  }, [chips.length, current]);
  const remove = (id: string) => {
    isRemoving.current = true;
    onRemove(id);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = STEPS[event.key];
    const id = chips[index]?.id;
    if (step !== undefined) focus(Math.max(0, Math.min(last, index + step)));
    else if ((event.key === 'Delete' || event.key === 'Backspace') && id !== undefined) remove(id);
    else return;
    event.preventDefault();
  };
  if (chips.length === 0) return null;
  return (
    <fieldset ref={group} className={styles.chips}>
      <legend className="visually-hidden">{label}</legend>
      {chips.map(({ id, text }, index) => (
        <button
          key={id}
          type="button"
          className={styles.chip}
          tabIndex={index === current ? 0 : -1}
          aria-label={`${removes} ${text}`}
          title={text}
          onFocus={() => setAt(index)}
          onClick={() => remove(id)}
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          <span className={styles.text}>{text}</span>
          <X size={14} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  );
}
