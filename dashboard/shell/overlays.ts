// What lies over every page, and can be opened from anywhere: the palette and the help. Their code is loaded when they
// are opened for the first time.
import { useSyncExternalStore } from 'react';
import { isDialogBusy } from '../design/layout/busy-dialogs.ts';

/** What is open. */
export type Overlay = 'palette' | 'help' | undefined;

let open: Overlay;
const listeners = new Set<() => void>();

/** Opens the palette, but not over a dialog that must be answered or read first. */
export function openPalette(): void {
  if (!isDialogBusy()) show('palette');
}

/** Opens the list of keys. */
export function openHelp(): void {
  show('help');
}

/** Closes what is open. */
export function closeOverlay(): void {
  show(undefined);
}

/** What is open, kept up to date in a component. */
export function useOverlay(): Overlay {
  return useSyncExternalStore(subscribe, () => open);
}

function show(overlay: Overlay): void {
  open = overlay;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
