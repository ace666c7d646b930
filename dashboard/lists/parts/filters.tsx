// The filters of a list. All of them are in the URL; a text counts once one has stopped typing.
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { SearchField } from '../../design/fields/search-field.tsx';
import { Select } from '../../design/fields/select.tsx';
import { useKeys } from '../../shell/use-keys.ts';
import { isShown } from '../state/is-shown.ts';
import type { ListOperationId } from '../state/list-spec.ts';
import type { ListState } from '../state/use-list.ts';
import css from './filters.module.css';
import { PeriodFilter } from './period-filter.tsx';

/**
 * A filter: a text, a choice of words, a period (`since` and `until`), or what only links set and one can take away. The
 * first text gets the focus with `/`.
 */
export type FilterControl =
  | TextControl
  | { kind: 'link'; name: string; label: string }
  | { kind: 'period'; name: 'since'; label: string }
  | { kind: 'choice'; name: string; label: string; options: readonly { id: string; label: string }[] };

interface TextControl {
  kind: 'text';
  name: string;
  label: string;
  placeholder?: string;
  /** What the API takes: a text that is not complete yet filters nothing. */
  accepts?: RegExp;
}

const TYPED_AFTER_MS = 300;
/** Stands for no choice: a choice cannot have an empty id. */
const ALL = 'all';

/** The bar of filters. */
export function Filters<Id extends ListOperationId>({
  controls,
  list,
}: {
  controls: readonly FilterControl[];
  list: ListState<Id>;
}) {
  const bar = useRef<HTMLElement>(null);
  useKeys({
    '/': () => {
      if (!isShown(bar.current)) return false;
      bar.current?.querySelector('input')?.focus();
      return true;
    },
  });
  const { filters } = list.view;
  const firstText = controls.find(({ kind }) => kind === 'text');
  return (
    <search className={css['frame']} ref={bar}>
      <div className={css['bar']}>
        {controls.map((control) =>
          control.kind === 'link' ? (
            <LinkFilter
              key={control.name}
              label={control.label}
              value={filters[control.name]}
              onRemove={() => list.setFilter(control.name, '')}
            />
          ) : (
            <div key={control.name} className={css[control.kind === 'text' ? 'text' : 'choice']}>
              <Filter control={control} list={list} hasShortcut={control === firstText} />
            </div>
          ),
        )}
        {Object.keys(filters).length > 0 && (
          <Button variant="quiet" onPress={list.clearFilters}>
            Clear
          </Button>
        )}
      </div>
    </search>
  );
}

function LinkFilter({
  label,
  value,
  onRemove,
}: {
  label: string;
  value: string | undefined;
  onRemove(): void;
}) {
  if (value === undefined) return null;
  const text = `${label}: ${value}`;
  return (
    <button type="button" className={css['chip']} aria-label={`Remove the filter ${text}`} onClick={onRemove}>
      <span>{text}</span>
      <X size={14} aria-hidden />
    </button>
  );
}

function Filter<Id extends ListOperationId>({
  control,
  list,
  hasShortcut,
}: {
  control: Exclude<FilterControl, { kind: 'link' }>;
  list: ListState<Id>;
  hasShortcut: boolean;
}) {
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
