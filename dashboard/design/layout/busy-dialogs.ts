// Dialogs that only an act of their own closes, because they show something once or wait for an answer. Nothing that
// leads elsewhere, as the palette, may open over them.
import { createContext, useLayoutEffect } from 'react';

/** How a form says to the dialog around it that it waits for its answer. */
export const BusyDialogContext = createContext<((isWaiting: boolean) => void) | undefined>(undefined);

let held = 0;

/** Whether such a dialog is open. */
export function isDialogBusy(): boolean {
  return held > 0;
}

/** Counts one while a component is shown. */
export function useBusyDialog(isHeld: boolean): void {
  useLayoutEffect(() => {
    if (!isHeld) return undefined;
    held += 1;
    return () => {
      held -= 1;
    };
  }, [isHeld]);
}
