// What is shown once and never again: a key, a signing secret, recovery codes, the link of an invitation. Its dialog stands
// over all pages and not in the one that made it, so that neither Back, nor a link, nor an answer that comes after one
// has gone on takes it away. Only its own button closes it.
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useAskBeforeUnload } from '../editing/use-ask-before-unload.ts';

/** Draws the dialog. @param close removes it permanently */
type Draw = (close: () => void) => ReactNode;

/** Several can wait, when an answer is late: one is read after the other. */
let waiting: readonly Draw[] = [];
const listeners = new Set<() => void>();

/** Opens a dialog that is not dismissable. */
export function showOnce(draw: Draw): void {
  change([...waiting, draw]);
}

/** The place of the dialog; there is one, over the pages. */
export function ShownOnce() {
  const draw = useSyncExternalStore(subscribe, () => waiting[0]);
  useAskBeforeUnload(draw !== undefined);
  // Secrets of a session are removed with it: the next person must not see it.
  useEffect(() => () => change([]), []);
  return draw?.(close) ?? null;
}

function close(): void {
  change(waiting.slice(1));
}

function change(next: readonly Draw[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
