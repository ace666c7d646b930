// The filters of a list: all in a row, or, where there is little room, one line with the first of them and a button that
// shows the others. There those that are set are chips below it.
import ListFilter from 'lucide-react/icons/list-filter';
import { type RefObject, useId, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Chips } from '../../design/controls/chips.tsx';
import { useKeys } from '../../design/keys/use-keys.ts';
import { isShown } from '../state/is-shown.ts';
import type { ListOperationId } from '../state/list-spec.ts';
import type { ListState } from '../state/use-list.ts';
import { type FieldControl, Filter } from './filter.tsx';
import css from './filters.module.css';
import { type LinkControl, type SetFilter, setFiltersOf } from './set-filters.ts';

/** A filter with a field, or what only links set and one can take away. The first text gets the focus with `/`. */
export type FilterControl = FieldControl | LinkControl;

interface FiltersProps<Id extends ListOperationId> {
  controls: readonly FilterControl[];
  list: ListState<Id>;
  /** Leads from a text to the rows. */
  onDown(): void;
}

/** The bar of filters. */
export function Filters<Id extends ListOperationId>({ controls, list, onDown }: FiltersProps<Id>) {
  const id = useId();
  const bar = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { filters } = list.view;
  const [first, ...others] = controls.filter((control) => control.kind !== 'link');
  // A search needs the room; two choices have it.
  const folds = others.length > (first?.kind === 'text' ? 0 : 1);
  const links = controls.filter(({ kind }) => kind === 'link');
  const setLinks = setFiltersOf(links, filters);
  const setOthers = [...setFiltersOf(folds ? others : [], filters), ...setLinks];
  useFilterKey(bar);
  return (
    <search className={css['frame']} ref={bar}>
      <div className={css['bar']} data-folds={folds || undefined}>
        {first && <Field control={first} list={list} onDown={onDown} hasShortcut={first.kind === 'text'} />}
        {folds && (
          <span className={css['toggle']}>
            <Button
              icon={ListFilter}
              aria-expanded={isOpen}
              aria-controls={id}
              onPress={() => setOpen(!isOpen)}
            >
              {setOthers.length > 0 ? `Filters (${setOthers.length})` : 'Filters'}
            </Button>
          </span>
        )}
        <div id={id} className={css['others']} data-open={isOpen || undefined}>
          {others.map((control) => (
            <Field key={control.name} control={control} list={list} onDown={onDown} />
          ))}
        </div>
        <span className={css['wide']}>
          <SetFilters filters={setLinks} list={list} bar={bar} />
        </span>
        {Object.keys(filters).length > 0 && <Clear list={list} bar={bar} />}
      </div>
      {setOthers.length > 0 && (
        <div className={css['chips']}>
          <SetFilters filters={setOthers} list={list} bar={bar} />
          <Clear list={list} bar={bar} />
        </div>
      )}
    </search>
  );
}

interface FieldProps<Id extends ListOperationId> {
  control: FieldControl;
  list: ListState<Id>;
  hasShortcut?: boolean;
  onDown(): void;
}

function Field<Id extends ListOperationId>({ hasShortcut = false, ...filter }: FieldProps<Id>) {
  return (
    <div className={css[filter.control.kind === 'text' ? 'text' : 'choice']}>
      <Filter {...filter} hasShortcut={hasShortcut} />
    </div>
  );
}

interface ClearProps<Id extends ListOperationId> {
  list: ListState<Id>;
  bar: RefObject<HTMLElement | null>;
}

function Clear<Id extends ListOperationId>({ list, bar }: ClearProps<Id>) {
  const clear = () => {
    focusWhatStays(bar);
    list.clearFilters();
  };
  return (
    <span className={css['clear']}>
      <Button variant="quiet" onPress={clear}>
        Clear
      </Button>
    </span>
  );
}

/**
 * The last chip disappears with the button that clears, and the focus: it moves to the first list of options, or a
 * field.
 */
function focusWhatStays({ current: bar }: RefObject<HTMLElement | null>): void {
  const opening = bar?.querySelectorAll<HTMLElement>('button[aria-expanded]') ?? [];
  const fields = bar?.querySelectorAll<HTMLElement>('input') ?? [];
  [...opening, ...fields].find(isShown)?.focus();
}

interface SetFiltersProps<Id extends ListOperationId> extends ClearProps<Id> {
  filters: readonly SetFilter[];
}

function SetFilters<Id extends ListOperationId>({ filters, list, bar }: SetFiltersProps<Id>) {
  const remove = (id: string) => {
    const names = filters.find(({ names: [name] }) => name === id)?.names ?? [];
    list.setFilters(Object.fromEntries(names.map((name) => [name, ''])));
    if (filters.length === 1) focusWhatStays(bar);
  };
  return (
    <Chips
      label="Active filters"
      chips={filters.map(({ names: [id = ''], text }) => ({ id, text }))}
      removes="Remove the filter"
      onRemove={remove}
    />
  );
}

function useFilterKey(bar: RefObject<HTMLElement | null>): void {
  useKeys({
    '/': () => {
      const search = bar.current?.querySelector<HTMLElement>('input[type=search]') ?? null;
      if (!isShown(search)) return false;
      search?.focus();
      return true;
    },
  });
}
