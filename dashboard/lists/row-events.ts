// Handles keys and presses in the rows of a list: the arrows step from a focused row (everywhere else they scroll) and
// into its record, with Shift they mark as far as they go, Ctrl A marks all; a press with Shift marks up to its row.
// One handler per table. In the open record ← leads back to its row.
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { nameTimesExactly } from '../design/text/time.tsx';
import type { Marks } from './marks/use-marks.ts';
import { isShown } from './state/is-shown.ts';

const ARROWS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const ROW_LINK = '[data-row-link]';
const RECORD_HEADING = '[data-record] h2';

/** The handlers of a table. @param enter opens the record of a row, and the focus goes into it */
export function rowEvents(marks: Marks | undefined, enter: (href: string) => void) {
  return {
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => {
      if ((marks && markWithKeys(event, marks)) || stepWithArrows(event) || stepIn(event, enter))
        event.preventDefault();
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

/** The handlers of the open record of a list. */
export const RECORD_EVENTS = {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    const element = elementOf(event);
    if (event.key !== 'ArrowLeft' || isModified(event) || event.defaultPrevented) return;
    // Not from a dialog of the record, nor from elements with arrow keys of their own.
    if (!(event.currentTarget.contains(element) && element.matches('h2, a, button:not([role])'))) return;
    const row = [...document.querySelectorAll<HTMLElement>(`${ROW_LINK}[aria-current]`)].find(isShown);
    row?.focus();
    if (row) event.preventDefault();
  },
};

/** Moves to the heading of the record: if it is not open yet, the heading takes the focus when it appears. */
function stepIn(event: KeyboardEvent<HTMLTableElement>, enter: (href: string) => void): boolean {
  const link = elementOf(event);
  if (event.key !== 'ArrowRight' || isModified(event) || !link.matches(ROW_LINK)) return false;
  if (link.ariaCurrent === 'true') document.querySelector<HTMLElement>(RECORD_HEADING)?.focus();
  else enter(link.getAttribute('href') ?? '');
  return true;
}

const isModified = ({ ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent) =>
  ctrlKey || altKey || metaKey || shiftKey;

function stepWithArrows(event: KeyboardEvent<HTMLTableElement>): boolean {
  const by = ARROWS[event.key];
  if (by === undefined || isModified(event) || !elementOf(event).matches(ROW_LINK)) return false;
  // At either end the page scrolls on.
  return focusRow(event.currentTarget, by);
}

/** @returns whether the keys were meant for the marks */
function markWithKeys(event: KeyboardEvent<HTMLTableElement>, marks: Marks): boolean {
  const { key, shiftKey, altKey, currentTarget: table } = event;
  const id = idOfRow(elementOf(event));
  if (altKey || id === undefined) return false;
  if (event.ctrlKey || event.metaKey) {
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
