// A choice of several options, as the types of events of a webhook: a list with ticks in a popover, and the chosen
// ones below as chips that a press removes.
import { Chips } from '../controls/chips.tsx';
import type { SelectOption } from '../floating/option-popover.tsx';
import type { FieldProps } from './field.tsx';
import { SelectFrame } from './select-frame.tsx';

interface MultiSelectProps extends FieldProps {
  values: readonly string[];
  onChange: (values: string[]) => void;
  options: readonly SelectOption[];
  placeholder?: string | undefined;
  /** The chosen options in words; by default their number. */
  words?: string | undefined;
}

export function MultiSelect(props: MultiSelectProps) {
  const { values, onChange, options, placeholder = 'Choose…' } = props;
  const words = props.words ?? `${values.length} of ${options.length} selected`;
  return (
    <SelectFrame
      field={props}
      options={options}
      chosen={values}
      isMultiple
      onChoose={(chosen) => onChange(inOrder(chosen, options))}
      words={values.length === 0 ? placeholder : words}
      isPlaceholder={values.length === 0}
    >
      <Chips
        label={`${props.label}: selected`}
        chips={values.map((id) => ({ id, text: options.find((option) => option.id === id)?.label ?? id }))}
        removes="Remove"
        onRemove={(gone) => onChange(values.filter((value) => value !== gone))}
      />
    </SelectFrame>
  );
}

/** Returns the chosen options in their own order, not in the order of presses. */
function inOrder(chosen: string[], options: readonly SelectOption[]): string[] {
  return options.map((option) => option.id).filter((id) => chosen.includes(id));
}
