// The clock of the page, for relative times: one timer for all of them, which runs only while one is shown.
import { useSyncExternalStore } from 'react';

const MOVES_EVERY_MS = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let moves = 0;

/** The component renders again each half minute; the time itself it reads while it renders. */
export function useClock(): void {
  useSyncExternalStore(subscribe, () => moves);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(move, MOVES_EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function move(): void {
  moves += 1;
  for (const listener of listeners) listener();
}
