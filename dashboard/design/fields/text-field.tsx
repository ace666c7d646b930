// A field of one line. Native, so that password managers, keyboards of phones and browsers know what it is.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  name?: string | undefined;
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'date' | 'datetime-local' | undefined;
  autoComplete?: string | undefined;
  placeholder?: string | undefined;
  autoFocus?: boolean | undefined;
  maxLength?: number | undefined;
  isReadOnly?: boolean | undefined;
  isMono?: boolean | undefined;
  /** The keys that a phone shows. */
  inputMode?: 'decimal' | undefined;
  /** At the end of the field: a unit, a domain, a button. */
  suffix?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, isRequired, isLabelHidden, suffix, isMono = false } = props;
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired} isLabelHidden={isLabelHidden}>
      {(control) => {
        const input = (
          <input
            {...control}
            {...inputProps(props)}
            className={classNames(control.className, isMono && styles.mono)}
          />
        );
        if (suffix === undefined) return input;
        return (
          <div className={styles.withEnd}>
            {input}
            <div className={styles.end}>{suffix}</div>
          </div>
        );
      }}
    </Field>
  );
}

function inputProps(props: TextFieldProps) {
  const type = props.type ?? 'text';
  return {
    type,
    name: props.name,
    value: props.value,
    onChange: (event: { target: { value: string } }) => props.onChange(event.target.value),
    autoComplete: props.autoComplete ?? 'off',
    placeholder: props.placeholder,
    autoFocus: props.autoFocus,
    maxLength: props.maxLength,
    readOnly: props.isReadOnly,
    inputMode: props.inputMode,
    spellCheck: type === 'text' && props.isMono !== true,
    // A name or an address that a phone "corrects" is wrong.
    autoCapitalize: type === 'text' ? undefined : 'none',
  };
}
