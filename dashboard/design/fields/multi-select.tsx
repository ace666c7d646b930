// A choice of several options, as the types of events of a webhook: a list with ticks in a popover, and the chosen
// ones below as chips that a press removes.
import X from 'lucide-react/icons/x';
import type { SelectOption } from '../floating/option-popover.tsx';
import type { FieldProps } from './field.tsx';
import styles from './select.module.css';
import { SelectFrame } from './select-frame.tsx';

interface MultiSelectProps extends FieldProps {
  values: readonly string[];
  onChange: (values: string[]) => void;
  options: readonly SelectOption[];
  placeholder?: string | undefined;
}

export function MultiSelect(props: MultiSelectProps) {
  const { values, onChange, options, placeholder = 'Choose…' } = props;
  return (
    <SelectFrame
      field={props}
      options={options}
      chosen={values}
      isMultiple
      onChoose={(chosen) => onChange(inOrder(chosen, options))}
      words={values.length === 0 ? placeholder : `${values.length} of ${options.length} chosen`}
      isPlaceholder={values.length === 0}
    >
      <Chips
        values={values}
        options={options}
        onRemove={(gone) => onChange(values.filter((value) => value !== gone))}
      />
    </SelectFrame>
  );
}

/** As the options are ordered, not as they were pressed. */
function inOrder(chosen: string[], options: readonly SelectOption[]): string[] {
  return options.map((option) => option.id).filter((id) => chosen.includes(id));
}

interface ChipsProps {
  values: readonly string[];
  options: readonly SelectOption[];
  onRemove: (value: string) => void;
}

function Chips({ values, options, onRemove }: ChipsProps) {
  if (values.length === 0) return null;
  return (
    <div className={styles.chips}>
      {values.map((value) => {
        const label = options.find((option) => option.id === value)?.label ?? value;
        return (
          <button
            key={value}
            type="button"
            className={styles.chip}
            aria-label={`Remove ${label}`}
            onClick={() => onRemove(value)}
          >
            {label}
            <X size={13} strokeWidth={2} aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
