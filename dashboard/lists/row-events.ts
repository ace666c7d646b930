// What keys and presses do in the rows of a list: the arrows step from a focused row (everywhere else they scroll), with
// Shift they mark as far as they go, Ctrl A marks all; a press with Shift marks up to its row. One handler per table.
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { nameTimesExactly } from '../design/text/time.tsx';
import type { Marks } from './marks/use-marks.ts';

const ARROWS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const ROW_LINK = '[data-row-link]';

/** The handlers of a table. */
export function rowEvents(marks: Marks | undefined) {
  return {
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => {
      if ((marks && markWithKeys(event, marks)) || stepWithArrows(event)) event.preventDefault();
    },
    onMouseDown: (event: MouseEvent) => {
      // The browser would select the text up to here.
      if (marks && event.shiftKey) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const link = elementOf(event).closest<HTMLElement>(ROW_LINK);
      const id = idOfRow(link);
      // The browser would open a window.
      if (!marks || !event.shiftKey || id === undefined) return;
      event.preventDefault();
      link?.focus();
      marks.extendTo(id);
    },
    onClick: (event: MouseEvent) => {
      if (!elementOf(event).closest('time:not([tabindex])')) return;
      // A time lies above the link, because a pointer on it asks for the exact one.
      const { ctrlKey, metaKey, shiftKey } = event;
      const link = elementOf(event).closest('tr')?.querySelector(ROW_LINK);
      link?.dispatchEvent(
        new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
      );
    },
    onFocus: (event: FocusEvent) => {
      const row = elementOf(event).closest('tr');
      if (row) nameTimesExactly(row);
    },
  };
}

/**
 * Moves the focus between the links of the rows; without a focused row to the open one, else to the first.
 * @returns whether it has moved
 */
export function focusRow(table: HTMLTableElement | null, by: number): boolean {
  const links = [...(table?.querySelectorAll<HTMLElement>(ROW_LINK) ?? [])];
  const focused = links.indexOf(document.activeElement as HTMLElement);
  const open = links.findIndex((link) => link.ariaCurrent === 'true');
  const from = focused >= 0 ? focused : open;
  const to = from < 0 ? 0 : Math.min(links.length - 1, Math.max(0, from + by));
  links[to]?.focus();
  return to !== focused;
}

/** Marks the focused row. @returns whether there is one */
export function markFocusedRow(table: HTMLTableElement | null, marks: Marks): boolean {
  const { activeElement } = document;
  const id = table?.contains(activeElement) ? idOfRow(activeElement) : undefined;
  if (id !== undefined) marks.toggle(id);
  return id !== undefined;
}

function stepWithArrows(event: KeyboardEvent<HTMLTableElement>): boolean {
  const by = ARROWS[event.key];
  const isModified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  if (by === undefined || isModified || !elementOf(event).matches(ROW_LINK)) return false;
  // At either end the page scrolls on.
  return focusRow(event.currentTarget, by);
}

/** @returns whether the keys were meant for the marks */
function markWithKeys(event: KeyboardEvent<HTMLTableElement>, marks: Marks): boolean {
  const { key, shiftKey, altKey, currentTarget: table } = event;
  const isModified = event.ctrlKey || event.metaKey;
  const id = idOfRow(elementOf(event));
  if (altKey || id === undefined) return false;
  if (isModified) {
    if (key.toLowerCase() !== 'a' || shiftKey) return false;
    marks.markShown();
    return true;
  }
  if (!shiftKey) return false;
  const by = ARROWS[key];
  if (by !== undefined) {
    focusRow(table, by);
    marks.extendTo(idOfRow(document.activeElement) ?? id, id);
  } else if (key === ' ') marks.toggle(id);
  return by !== undefined || key === ' ';
}

function elementOf({ target }: { target: EventTarget }): Element {
  return target instanceof Element ? target : document.body;
}

function idOfRow(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('tr[data-id]')?.dataset['id'];
}
