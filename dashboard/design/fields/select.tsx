// A choice of one of several options, in a popover (React Aria: arrows, letters, Esc); the form value goes with it.
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import { Select as AriaSelect, Button, Label, SelectValue } from 'react-aria-components/Select';
import { classNames } from '../class-names.ts';
import fieldStyles from './field.module.css';
import { describedBy, FieldNotes, type FieldProps, RequiredMark } from './field.tsx';
import { OptionList, type SelectOption } from './option-list.tsx';
import styles from './select.module.css';

interface SelectProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string | undefined;
  name?: string | undefined;
}

export function Select(props: SelectProps) {
  const {
    label,
    value,
    onChange,
    options,
    hint,
    error,
    isRequired = false,
    isLabelHidden = false,
    name,
  } = props;
  const id = useId();
  const described = describedBy(id, hint, error);
  return (
    <AriaSelect
      className={fieldStyles.field ?? ''}
      value={value === '' && !options.some((option) => option.id === '') ? null : value}
      onChange={(key) => onChange(String(key ?? ''))}
      isInvalid={error !== undefined}
      isRequired={isRequired}
      validationBehavior="aria"
      placeholder={props.placeholder ?? 'Choose…'}
      {...(name === undefined ? {} : { name })}
      {...(described === undefined ? {} : { 'aria-describedby': described })}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : (fieldStyles.label ?? '')}>
        {label}
        {isRequired ? <RequiredMark /> : null}
      </Label>
      <Button className={classNames(fieldStyles.control, styles.trigger)}>
        <SelectValue className={styles.value ?? ''}>
          {({ selectedText, defaultChildren }) => selectedText || defaultChildren}
        </SelectValue>
        <ChevronDown className={styles.chevron} size={14} strokeWidth={2} aria-hidden="true" />
      </Button>
      <FieldNotes id={id} hint={hint} error={error} />
      <OptionList options={options} />
    </AriaSelect>
  );
}
