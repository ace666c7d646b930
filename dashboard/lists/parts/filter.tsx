// One filter of a list. All of them are in the URL; a text counts once one has stopped typing.
import { useEffect, useRef, useState } from 'react';
import { SearchField } from '../../design/fields/search-field.tsx';
import { Select } from '../../design/fields/select.tsx';
import type { ListOperationId } from '../state/list-spec.ts';
import type { ListState } from '../state/use-list.ts';
import { PeriodFilter } from './period-filter.tsx';

/** A text, a choice of words, or a period (`since` and `until`). */
export type FieldControl =
  | TextControl
  | { kind: 'period'; name: 'since'; label: string }
  | { kind: 'choice'; name: string; label: string; options: readonly { id: string; label: string }[] };

interface TextControl {
  kind: 'text';
  name: string;
  label: string;
  /** What it is called once it is set. */
  short?: string;
  placeholder?: string;
  /** What the API takes: a text that is not complete yet filters nothing. */
  accepts?: RegExp;
}

const TYPED_AFTER_MS = 300;
/** Stands for no choice: a choice cannot have an empty id. */
const ALL = 'all';

interface FilterProps<Id extends ListOperationId> {
  control: FieldControl;
  list: ListState<Id>;
  hasShortcut: boolean;
}

/** The field. */
export function Filter<Id extends ListOperationId>({ control, list, hasShortcut }: FilterProps<Id>) {
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
    return <TextFilter {...control} value={value} onChange={change} hasShortcut={hasShortcut} />;
  }
  // A link may bring a value that is not offered, such as a single status code.
  const isKnown = value === '' || control.options.some(({ id }) => id === value);
  return (
    <Select
      label={label}
      isLabelHidden
      value={value || ALL}
      onChange={(chosen) => list.setFilter(name, chosen === ALL ? '' : chosen)}
      options={[
        { id: ALL, label: `${label}: all` },
        ...control.options,
        ...(isKnown ? [] : [{ id: value, label: value }]),
      ]}
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
}: {
  hasShortcut: boolean;
  label: string;
  placeholder?: string | undefined;
  accepts?: RegExp | undefined;
  value: string;
  onChange(value: string): void;
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
  return (
    <SearchField
      label={label}
      value={typed}
      onChange={setTyped}
      shortcut={hasShortcut ? '/' : undefined}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}
