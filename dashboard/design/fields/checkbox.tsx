// A checkbox with its words: the native one, drawn by us. With a refusal it keeps its state and says why.
import { type ReactNode, useId } from 'react';
import { Refusal } from '../controls/refusal.tsx';
import styles from './choice.module.css';

interface CheckboxProps {
  label: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  hint?: ReactNode;
  refusal?: string | undefined;
  name?: string | undefined;
  /** The words are for screen readers only, as in the head of a list. */
  isLabelHidden?: boolean | undefined;
}

export function Checkbox(props: CheckboxProps) {
  return <Choice {...props} className={styles.box} />;
}

interface ChoiceProps extends CheckboxProps {
  className: string | undefined;
  role?: 'switch' | undefined;
}

/** A checkbox or a switch: the same element with another drawing. */
export function Choice(props: ChoiceProps) {
  const { label, isSelected, onChange, hint, refusal, name, role, className, isLabelHidden = false } = props;
  const id = useId();
  const shared = { id, type: 'checkbox', name, role, className, checked: isSelected } as const;
  return (
    <div className={styles.choice}>
      {refusal === undefined ? (
        <input
          {...shared}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
        />
      ) : (
        <Refusal reason={refusal}>{(refused) => <input {...shared} {...refused} readOnly />}</Refusal>
      )}
      <div className={isLabelHidden ? 'visually-hidden' : styles.words}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint === undefined ? null : (
          <div id={`${id}-hint`} className={styles.hint}>
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}
