// A field for a whole number. What is typed stays as it is typed; the page hears of it while it is a number, or nothing.
import { type ComponentProps, useState } from 'react';
import { TextField } from '../../../design/fields/text-field.tsx';
import { readWholeNumber } from './whole-number.ts';

interface WholeNumberFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> {
  /** Null: nothing is typed. */
  value: number | null;
  onChange(value: number | null): void;
}

/** The field. */
export function WholeNumberField({ value, onChange, error, ...field }: WholeNumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  const read = typed === undefined ? value : readWholeNumber(typed);
  // A number that was changed elsewhere is shown.
  const text = typed === undefined || (read !== undefined && read !== value) ? String(value ?? '') : typed;
  return (
    <TextField
      {...field}
      inputMode="decimal"
      value={text}
      onChange={(next) => {
        setTyped(next);
        const number = readWholeNumber(next);
        if (number !== undefined) onChange(number);
      }}
      error={read === undefined ? 'Enter a whole number.' : error}
    />
  );
}
