// A list at its place on a page: new rows wait while its top is out of sight, and after a filter is set or the page is
// turned, the answer is shown from its first row.
import { type RefObject, useEffect, useRef } from 'react';
import type { ListOperationId, ListSpec } from './list-spec.ts';
import { useIsScrolled } from './use-is-scrolled.ts';
import { type ListState, useList } from './use-list.ts';

/** A list, and the element at its top (`ListTop`). */
export interface PlacedList<Id extends ListOperationId> {
  list: ListState<Id>;
  top: RefObject<HTMLDivElement | null>;
}

/** @param ids of the path of the operation */
export function usePlacedList<Id extends ListOperationId>(
  spec: ListSpec<Id>,
  ids?: Readonly<Record<string, string>>,
): PlacedList<Id> {
  const top = useRef<HTMLDivElement>(null);
  const isScrolled = useIsScrolled(top);
  const list = useList(spec, { ids, isHeld: isScrolled });
  const asked = JSON.stringify(list.input);
  const before = useRef(asked);
  useEffect(() => {
    if (before.current === asked) return;
    before.current = asked;
    scrollTo(top.current);
  }, [asked]);
  const showWaiting = () => {
    list.showWaiting();
    scrollTo(top.current);
  };
  return { list: { ...list, showWaiting }, top };
}

/** Nothing moves while it is in sight. */
function scrollTo(top: Element | null): void {
  top?.scrollIntoView({ block: 'nearest' });
}
