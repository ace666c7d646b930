// The common parts of Select and MultiSelect: the label, the button that opens the list, and the messages of the field.
// The list itself is loaded later (floating/option-popover.tsx).
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import type { SelectOption } from '../floating/option-popover.tsx';
import { loadedLater } from '../lazy/loaded-later.tsx';
import { useOpener } from '../lazy/use-opener.ts';
import fieldStyles from './field.module.css';
import { describedBy, FieldNotes, type FieldProps, RequiredMark } from './field.tsx';
import styles from './select.module.css';

interface SelectFrameProps {
  field: FieldProps;
  options: readonly SelectOption[];
  chosen: readonly string[];
  isMultiple: boolean;
  onChoose: (chosen: string[]) => void;
  /** The words of the chosen options. */
  words: string;
  /** They stand for no choice. */
  isPlaceholder: boolean;
  /** Between the button and the notes. */
  children?: ReactNode;
}

const Popover = loadedLater(() => import('../floating/option-popover.tsx').then((it) => it.OptionPopover));

export function SelectFrame(props: SelectFrameProps) {
  const { field, options, chosen, isMultiple, onChoose, words, isPlaceholder, children } = props;
  const { label, hint, error, isRequired = false, isLabelHidden = false } = field;
  const id = useId();
  const labelId = `${id}-label`;
  const valueId = `${id}-value`;
  const { button, popover } = useOpener(Popover, 'listbox');
  return (
    <div className={fieldStyles.field}>
      <label id={labelId} htmlFor={id} className={isLabelHidden ? 'visually-hidden' : fieldStyles.label}>
        {label}
        {isRequired ? <RequiredMark /> : null}
      </label>
      <button
        {...button}
        id={id}
        className={classNames(fieldStyles.control, styles.trigger)}
        aria-labelledby={`${valueId} ${labelId}`}
        aria-describedby={describedBy(id, hint, error)}
        aria-invalid={error === undefined ? undefined : true}
      >
        <span id={valueId} className={styles.value} data-placeholder={isPlaceholder || undefined}>
          {words}
        </span>
        <ChevronDown className={styles.chevron} size={14} strokeWidth={2} aria-hidden="true" />
      </button>
      {popover === undefined ? null : (
        <Popover.Component
          {...popover}
          labelId={labelId}
          options={options}
          chosen={chosen}
          isMultiple={isMultiple}
          onChoose={onChoose}
        />
      )}
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
