// A plain button that opens a menu or a list of options. The code of the opened component is loaded when a pointer or
// the focus is near, or in idle time; pressed before that, the button opens it as soon as it is there, unless the focus
// has gone elsewhere in the meantime.
import { type KeyboardEvent, type MouseEvent, type RefObject, useId, useRef, useState } from 'react';
import { notifyNotLoaded } from './not-loaded.ts';
import { type LaterCode, loadAhead, useLoaded } from './use-loaded.ts';

/** The item that gets the focus; `true` is the chosen one, or none. */
type FirstFocus = 'first' | 'last' | true;

/** Enter and Space are not left to the click that they make: React Aria would take it for one of a screen reader. */
const FOCUS_BY_KEY: Readonly<Record<string, FirstFocus>> = {
  Enter: 'first',
  ' ': 'first',
  ArrowDown: 'first',
  ArrowUp: 'last',
};

/** The props of a button's popover. */
export interface OpenedPopover {
  /** The id of the menu or the list. */
  id: string;
  triggerRef: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  autoFocus: FirstFocus;
}

/** @returns the props of the button and of the popover; undefined: it was never open, or its code is not there */
export function useOpener(code: LaterCode, kind: 'menu' | 'listbox') {
  const id = useId();
  const triggerRef = useRef<HTMLButtonElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [autoFocus, setAutoFocus] = useState<FirstFocus>(true);
  const isThere = useLoaded(code, isWanted, () => {
    setWanted(false);
    notifyNotLoaded();
  });
  const isOpen = isWanted && isThere;
  const open = (focus: FirstFocus) => {
    // The focus returns to the button; Safari does not focus a clicked button.
    triggerRef.current?.focus();
    setAutoFocus(focus);
    setWanted(true);
  };
  const button = {
    ref: triggerRef,
    type: 'button',
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onPointerEnter: () => loadAhead(code),
    onFocus: () => loadAhead(code),
    onBlur: () => {
      if (!isThere) setWanted(false);
    },
    // A click without a pointer is one of a screen reader.
    onClick: (event: MouseEvent) => open(event.detail === 0 ? 'first' : true),
    onKeyDown: (event: KeyboardEvent) => {
      const focus = FOCUS_BY_KEY[event.key];
      if (event.key === 'Escape' && !isThere) setWanted(false);
      if (focus === undefined) return;
      event.preventDefault();
      open(focus);
    },
  } as const;
  const popover: OpenedPopover | undefined = isThere
    ? { id, triggerRef, isOpen, setOpen: setWanted, autoFocus }
    : undefined;
  return { button, popover };
}
