// A choice of several options, as the types of events of a webhook: a list with ticks in a popover, and the chosen
// ones below as chips that a press removes.
import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { Select as AriaSelect, Button, Label, SelectValue } from 'react-aria-components/Select';
import { classNames } from '../class-names.ts';
import fieldStyles from './field.module.css';
import { describedBy, FieldNotes, type FieldProps, RequiredMark } from './field.tsx';
import { OptionList, type SelectOption } from './option-list.tsx';
import styles from './select.module.css';

interface MultiSelectProps extends FieldProps {
  values: readonly string[];
  onChange: (values: string[]) => void;
  options: readonly SelectOption[];
  placeholder?: string | undefined;
}

export function MultiSelect(props: MultiSelectProps) {
  const { label, values, onChange, options, hint, error, isRequired = false, isLabelHidden = false } = props;
  const id = useId();
  const described = describedBy(id, hint, error);
  return (
    <AriaSelect
      className={fieldStyles.field ?? ''}
      selectionMode="multiple"
      value={values}
      onChange={(keys) => onChange(inOrder(keys.map(String), options))}
      isInvalid={error !== undefined}
      isRequired={isRequired}
      validationBehavior="aria"
      {...(described === undefined ? {} : { 'aria-describedby': described })}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : (fieldStyles.label ?? '')}>
        {label}
        {isRequired ? <RequiredMark /> : null}
      </Label>
      <Button className={classNames(fieldStyles.control, styles.trigger)}>
        <SelectValue className={styles.value ?? ''}>
          {values.length === 0
            ? (props.placeholder ?? 'Choose…')
            : `${values.length} of ${options.length} chosen`}
        </SelectValue>
        <ChevronDown className={styles.chevron} size={14} strokeWidth={2} aria-hidden="true" />
      </Button>
      <Chips
        values={values}
        options={options}
        onRemove={(gone) => onChange(values.filter((value) => value !== gone))}
      />
      <FieldNotes id={id} hint={hint} error={error} />
      <OptionList options={options} />
    </AriaSelect>
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
