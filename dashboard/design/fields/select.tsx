// A choice of one of several options, in a floating list, with a form value.

import type { SelectOption } from '../floating/option-popover.tsx';
import type { FieldProps } from './field.tsx';
import { SelectFrame } from './select-frame.tsx';

interface SelectProps extends FieldProps {
  value: string;
  onChange(value: string): void;
  options: readonly SelectOption[];
  placeholder?: string | undefined;
  name?: string | undefined;
}

export function Select(props: SelectProps) {
  const { value, onChange, options, placeholder = 'Choose…', name } = props;
  const chosen = options.find(({ id }) => id === value);
  return (
    <SelectFrame
      field={props}
      options={options}
      chosen={chosen ? [value] : []}
      isMultiple={false}
      onChoose={([next]) => {
        if (next !== undefined) onChange(next);
      }}
      words={chosen?.label ?? placeholder}
      isPlaceholder={chosen === undefined}
    >
      {name === undefined ? null : <input type="hidden" name={name} value={value} />}
    </SelectFrame>
  );
}
