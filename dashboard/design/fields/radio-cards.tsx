// A choice of one of a few options that need a sentence each: roles, permissions, kinds. Native radio buttons.
import { useId } from 'react';
import choiceStyles from './choice.module.css';
import fieldStyles from './field.module.css';
import { RequiredMark } from './field.tsx';
import styles from './radio-cards.module.css';

interface RadioCardsProps {
  label: string;
  value: string;
  onChange(value: string): void;
  options: readonly { id: string; label: string; hint: string; refusal?: string | undefined }[];
  isRequired?: boolean | undefined;
}

export function RadioCards({ label, value, onChange, options, isRequired = false }: RadioCardsProps) {
  const name = useId();
  return (
    <fieldset className={fieldStyles.field}>
      <legend className={styles.legend}>
        {label}
        {isRequired ? <RequiredMark /> : null}
      </legend>
      <div className={styles.cards}>
        {options.map((option) => (
          <label key={option.id} className={styles.card}>
            <input
              type="radio"
              className={choiceStyles.radio}
              name={name}
              value={option.id}
              checked={option.id === value}
              aria-describedby={`${name}-${option.id}`}
              aria-disabled={option.refusal === undefined ? undefined : true}
              onChange={() => {
                if (option.refusal === undefined) onChange(option.id);
              }}
            />
            <span className={choiceStyles.words}>
              <span className={styles.label}>{option.label}</span>
              <span id={`${name}-${option.id}`} className={choiceStyles.hint}>
                {option.refusal === undefined ? option.hint : `${option.hint} ${option.refusal}`}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
