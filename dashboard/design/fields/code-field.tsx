// The six digits of the second factor, in one input: it can be pasted into, filled by the phone (`one-time-code`) and
// read by a screen reader, which six inputs cannot.
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { Field } from './field.tsx';

const DIGITS = 6;

interface CodeFieldProps {
  label: string;
  /** Up to six digits. */
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
  autoFocus?: boolean | undefined;
}

export function CodeField({ label, value, onChange, hint, error, autoFocus }: CodeFieldProps) {
  const focus = { autoFocus };
  return (
    <Field label={label} hint={hint} error={error} isRequired>
      {(control) => (
        <input
          {...control}
          {...focus}
          className={classNames(control.className, styles.code)}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          spellCheck={false}
          value={value}
          // A pasted code may contain a space ("123 456"), so the length is not limited by the input.
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, DIGITS))}
        />
      )}
    </Field>
  );
}
