// Code that a press may need soon, such as the menus: it is loaded once the page has drawn its first rows and the browser
// has nothing else to do. Before that its evaluation would take the time of the first drawing.
import { useEffect } from 'react';

type Load = () => Promise<unknown>;

/** Undefined: later code is loaded as soon as the browser is idle. */
let waiting: Set<Load> | undefined = new Set();

/** Says that the first drawing is done (main.tsx). */
export function beginIdleLoads(): void {
  const loads = waiting ?? [];
  waiting = undefined;
  for (const load of loads) loadWhenIdle(load);
}

/** Loads code once the page is idle, while a component that may need it is shown. */
export function useLoadWhenIdle(load: Load): void {
  useEffect(() => {
    loadWhenIdle(load);
    return () => void waiting?.delete(load);
  }, [load]);
}

function loadWhenIdle(load: Load): void {
  if (waiting) waiting.add(load);
  // A press without a connection tries again, and shows the failure.
  else whenIdle(() => void load().catch(() => {}));
}

/** Safari does not say when it is idle. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work, 200);
}
