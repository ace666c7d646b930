// A choice of one of several options, in a popover (React Aria: arrows, letters, Esc); the form value goes with it.
import { Select as AriaSelect } from 'react-aria-components/Select';
import type { FieldProps } from './field.tsx';
import type { SelectOption } from './option-list.tsx';
import { SelectFrame, useSelectField } from './select-frame.tsx';

interface SelectProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string | undefined;
  name?: string | undefined;
}

export function Select(props: SelectProps) {
  const { value, onChange, options, placeholder = 'Choose…', name } = props;
  const { id, aria } = useSelectField(props);
  return (
    <AriaSelect
      {...aria}
      value={value === '' && !options.some((option) => option.id === '') ? null : value}
      onChange={(key) => onChange(String(key ?? ''))}
      placeholder={placeholder}
      {...(name === undefined ? {} : { name })}
    >
      <SelectFrame id={id} field={props} options={options} />
    </AriaSelect>
  );
}
