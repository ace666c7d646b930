// The clock of the page: one timer for all shown times, which runs only while there are any. Relative times move
// with it, those of lists when a day ends.
import { useEffect, useState, useSyncExternalStore } from 'react';

const MOVES_EVERY_MS = 30_000;
const SECOND_MS = 1_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let moves = 0;

/** The component renders again each half minute; the time itself it reads while it renders. */
export function useClock(): void {
  useSyncExternalStore(subscribe, () => moves);
}

/** The component renders again when another day begins where the person is. */
export function useToday(): void {
  useSyncExternalStore(subscribe, () => new Date().toDateString());
}

/** The component renders again each second while it counts, as "again in 48 s" does; else each half minute. */
export function useCountingClock(isCounting: boolean): void {
  useClock();
  const [, setMoves] = useState(0);
  useEffect(() => {
    if (!isCounting) return undefined;
    const seconds = setInterval(() => setMoves((count) => count + 1), SECOND_MS);
    return () => clearInterval(seconds);
  }, [isCounting]);
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
