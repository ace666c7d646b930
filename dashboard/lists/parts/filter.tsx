// One filter of a list. All of them are in the URL; a text counts once one has stopped typing.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SearchField } from '../../design/fields/search-field.tsx';
import { Select } from '../../design/fields/select.tsx';
import type { ListOperationId } from '../state/list-spec.ts';
import type { ListState } from '../state/use-list.ts';
import { PeriodFilter } from './period-filter.tsx';

/** A text, a choice of words, a period (`since` and `until`), or a choice of so many that they are searched. */
export type FieldControl =
  | TextControl
  | { kind: 'period'; name: 'since'; label: string }
  | ChoiceControl
  | SoughtControl;

interface ChoiceControl {
  kind: 'choice';
  name: string;
  label: string;
  options: readonly { id: string; label: string }[];
  /** The label of no choice; by default "Label: all". */
  none?: string;
  /** Filters that mean nothing under another choice, and end with this one. */
  ends?: readonly string[];
}

interface SoughtControl {
  kind: 'sought';
  name: string;
  label: string;
  /** The words for the value; undefined: unknown. */
  words: string | undefined;
  /** The field. Its code is loaded later, because it needs React Aria. */
  render(value: string | undefined, onChange: (value: string | undefined) => void): ReactNode;
}

interface TextControl {
  kind: 'text';
  name: string;
  label: string;
  /** Its name once it is set. */
  short?: string;
  placeholder?: string;
  /** The form that the API accepts: an incomplete text does not filter. */
  accepts?: RegExp;
}

const TYPED_AFTER_MS = 300;
/** Stands for no choice: a choice cannot have an empty id. */
const ALL = 'all';

interface FilterProps<Id extends ListOperationId> {
  control: FieldControl;
  list: ListState<Id>;
  hasShortcut: boolean;
  /** Leads to the rows. */
  onDown(): void;
}

/** The field. */
export function Filter<Id extends ListOperationId>({ control, list, hasShortcut, onDown }: FilterProps<Id>) {
  const { filters } = list.view;
  const { name, label } = control;
  const value = filters[name] ?? '';
  if (control.kind === 'period') {
    return (
      <PeriodFilter
        label={label}
        value={{ since: value, until: filters['until'] ?? '' }}
        onChange={list.setFilters}
      />
    );
  }
  if (control.kind === 'text') {
    const change = (typed: string) => list.typeFilter(name, typed);
    return (
      <TextFilter {...control} value={value} onChange={change} hasShortcut={hasShortcut} onDown={onDown} />
    );
  }
  if (control.kind === 'sought')
    return control.render(value || undefined, (chosen = '') => list.setFilter(name, chosen));
  return <ChoiceFilter control={control} value={value} onChange={list.setFilters} />;
}

interface ChoiceFilterProps {
  control: ChoiceControl;
  value: string;
  onChange(values: Readonly<Record<string, string>>): void;
}

function ChoiceFilter({ control, value, onChange }: ChoiceFilterProps) {
  const { name, label, options, none = `${label}: all`, ends = [] } = control;
  const choose = (chosen: string) => {
    const next = chosen === ALL ? '' : chosen;
    if (next !== value) onChange({ ...Object.fromEntries(ends.map((other) => [other, ''])), [name]: next });
  };
  // A link may bring a value that is not offered, such as a single status code.
  const isKnown = value === '' || options.some(({ id }) => id === value);
  return (
    <Select
      label={label}
      isLabelHidden
      value={value || ALL}
      onChange={choose}
      options={[{ id: ALL, label: none }, ...options, ...(isKnown ? [] : [{ id: value, label: value }])]}
    />
  );
}

function TextFilter({
  label,
  placeholder,
  accepts,
  value,
  onChange,
  hasShortcut,
  onDown,
}: {
  hasShortcut: boolean;
  label: string;
  placeholder?: string | undefined;
  accepts?: RegExp | undefined;
  value: string;
  onChange(value: string): void;
  onDown(): void;
}) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // Back, or Clear, has changed it.
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  const latest = useRef(onChange);
  latest.current = onChange;
  const isComplete = typed === '' || accepts === undefined || accepts.test(typed);
  useEffect(() => {
    if (typed === value || !isComplete) return;
    const timer = setTimeout(() => latest.current(typed), TYPED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, value, isComplete]);
  // Moves to the rows of the typed text, not to the previous ones.
  const goDown = () => {
    if (typed !== value && isComplete) onChange(typed);
    onDown();
  };
  return (
    <SearchField
      label={label}
      value={typed}
      onDown={goDown}
      onChange={setTyped}
      shortcut={hasShortcut ? '/' : undefined}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}
