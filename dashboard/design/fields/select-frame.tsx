// What Select and MultiSelect have in common around React Aria's own: the label, the button that opens the list, what is
// said about the field, and the list.
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId } from 'react';
import { Button, Label, SelectValue } from 'react-aria-components/Select';
import { classNames } from '../class-names.ts';
import fieldStyles from './field.module.css';
import { describedBy, FieldNotes, type FieldProps, RequiredMark } from './field.tsx';
import { OptionList, type SelectOption } from './option-list.tsx';
import styles from './select.module.css';

/** The properties of the field for React Aria, and the id of its notes. */
export function useSelectField({ hint, error, isRequired = false }: FieldProps) {
  const id = useId();
  const described = describedBy(id, hint, error);
  const aria = {
    className: fieldStyles.field ?? '',
    isInvalid: error !== undefined,
    isRequired,
    validationBehavior: 'aria' as const,
    ...(described === undefined ? {} : { 'aria-describedby': described }),
  };
  return { id, aria };
}

interface SelectFrameProps {
  id: string;
  field: FieldProps;
  options: readonly SelectOption[];
  /** What is chosen, in words; undefined: the words of React Aria. */
  chosen?: string | undefined;
  /** Between the button and the notes. */
  children?: ReactNode;
}

export function SelectFrame({ id, field, options, chosen, children }: SelectFrameProps) {
  const { label, hint, error, isRequired = false, isLabelHidden = false } = field;
  return (
    <>
      <Label className={isLabelHidden ? 'visually-hidden' : (fieldStyles.label ?? '')}>
        {label}
        {isRequired ? <RequiredMark /> : null}
      </Label>
      <Button className={classNames(fieldStyles.control, styles.trigger)}>
        <SelectValue className={styles.value ?? ''}>
          {({ selectedText, defaultChildren }) => chosen ?? (selectedText || defaultChildren)}
        </SelectValue>
        <ChevronDown className={styles.chevron} size={14} strokeWidth={2} aria-hidden="true" />
      </Button>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
      <OptionList options={options} />
    </>
  );
}
