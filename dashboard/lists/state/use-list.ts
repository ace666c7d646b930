// A page of a list as its URL says: asks for it, keeps the first page up to date, and lets new rows wait while one reads
// further down.
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ApiFailure } from '../../api/failure.ts';
import type { InputOf } from '../../api/request.ts';
import { useCall } from '../../api/use-call.ts';
import { type ListOperationId, type ListSpec, listInput, type RowOf } from './list-spec.ts';
import { type ListView, readListView, writeListView } from './list-url.ts';
import { mergeNewRows, type Shown } from './new-rows.ts';

/** A list on the screen. */
export interface ListState<Id extends ListOperationId> {
  view: ListView;
  input: InputOf<Id>;
  /** Undefined: not read yet. */
  rows: readonly RowOf<Id>[] | undefined;
  /** How many newer rows wait. */
  waiting: number;
  showWaiting(): void;
  failure: ApiFailure | undefined;
  /** Whether another page is being read; the rows still belong to the previous one. */
  isTurning: boolean;
  retry(): void;
  setFilter(name: string, value: string): void;
  /** Sets a filter as a person types: the whole search is one entry of the history, so that one Back leaves it. */
  typeFilter(name: string, value: string): void;
  /** Several at once, as the two ends of a period. */
  setFilters(values: Readonly<Record<string, string>>): void;
  clearFilters(): void;
  /** Turns to the newer page; undefined: there is none. */
  toNewer: (() => void) | undefined;
  toOlder: (() => void) | undefined;
}

/** The shown rows, and their sources. */
interface Merged<Item extends { id: string }> extends Shown<Item> {
  /** The key of the list whose rows these are. */
  key: string;
  latest: readonly Item[] | undefined;
}

/**
 * @param ids of the path of the operation
 * @param isHeld one reads further down, so nothing may move
 */
export function useList<Id extends ListOperationId>(
  spec: ListSpec<Id>,
  { ids, isHeld }: { ids?: Readonly<Record<string, string>> | undefined; isHeld: boolean },
): ListState<Id> {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { filters, prefix } = spec;
  const view = readListView(search, filters, prefix);
  const input = listInput<Id>(spec, view, ids);
  const isFirst = view.cursor === undefined;
  const { data, error, isPlaceholderData, refetch } = useCall(spec.operation, input, {
    isLive: isFirst,
    keepsPrevious: true,
  });
  const page = data as { data: RowOf<Id>[]; has_more: boolean } | undefined;
  // The rows of the previous list do not answer the present query, and an answer must not be merged with them.
  const latest = isPlaceholderData ? undefined : page?.data;
  const { shown, release } = useMerged<RowOf<Id>>(JSON.stringify(input), latest, isHeld && isFirst);
  const urlOf = (next: ListView) =>
    `${path}${writeListView(next, prefix === undefined ? undefined : { prefix, search })}`;
  const goTo = (next: ListView, options?: { replace: boolean }) => navigate(urlOf(next), options);
  // What the next page follows is known once this one is read.
  const turn = (cursor: ListView['cursor']) => () => {
    if (!isPlaceholderData) goTo({ filters: view.filters, cursor });
  };
  const setFilters = (values: Readonly<Record<string, string>>) =>
    goTo({ filters: { ...view.filters, ...values }, cursor: undefined });
  const isBackwards = view.cursor !== undefined && 'before' in view.cursor;
  const first = page?.data[0]?.id;
  const last = page?.data.at(-1)?.id;
  const isNewest = isBackwards && !isPlaceholderData && page?.has_more === false;
  useNewestPage(isNewest, urlOf({ filters: view.filters, cursor: undefined }));
  return {
    view,
    input,
    rows: page && shown.rows,
    waiting: isPlaceholderData ? 0 : shown.waiting,
    showWaiting: release,
    failure: error ?? undefined,
    isTurning: isPlaceholderData,
    retry: () => void refetch(),
    setFilter: (name, value) => setFilters({ [name]: value }),
    typeFilter: (name, value) =>
      goTo(
        { filters: { ...view.filters, [name]: value }, cursor: undefined },
        { replace: view.filters[name] !== undefined },
      ),
    setFilters,
    clearFilters: () => goTo({ filters: {}, cursor: undefined }),
    toNewer: isFirst ? undefined : turn(first === undefined ? undefined : { before: first }),
    toOlder: (isBackwards || page?.has_more) && last !== undefined ? turn({ after: last }) : undefined,
  };
}

/** Returning to the newest rows shows them as the first page, which stays up to date. */
function useNewestPage(isNewest: boolean, firstPage: string): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (isNewest) navigate(firstPage, { replace: true });
  }, [isNewest, firstPage, navigate]);
}

/** @param latest undefined: not read yet; the shown rows stay, with their list */
function useMerged<Item extends { id: string }>(
  key: string,
  latest: readonly Item[] | undefined,
  isHeld: boolean,
) {
  const [shown, setShown] = useState<Merged<Item>>({ key, latest, rows: latest ?? [], waiting: 0 });
  if (latest !== undefined && (shown.key !== key || shown.latest !== latest)) {
    const before = shown.key === key ? shown.rows : [];
    setShown({ key, latest, ...mergeNewRows(before, latest, isHeld && before.length > 0) });
  }
  const release = () => {
    if (latest !== undefined) setShown({ key, latest, rows: latest, waiting: 0 });
  };
  return { shown, release };
}
