// Whether the component that a control opens can be drawn: it was wanted, and its code is there. The control itself is
// plain and stays.
import { useEffect, useRef, useState } from 'react';
import { useLoadWhenIdle } from './idle.ts';
import type { LoadedLater } from './loaded-later.tsx';

/** The code of what a control opens. */
export type LaterCode = Pick<LoadedLater<never>, 'load' | 'isLoaded'>;

/**
 * @param isWanted whether it was opened; then the code is loaded, if it is not there yet
 * @param onFailure called when loading fails; the next opening tries again
 * @returns true from the first opening on, so that a closing component can fade out
 */
export function useLoaded(code: LaterCode, isWanted: boolean, onFailure: () => void): boolean {
  const [isThere, setThere] = useState(false);
  const fail = useRef(onFailure);
  fail.current = onFailure;
  useLoadWhenIdle(code.load);
  if (isWanted && !isThere && code.isLoaded()) setThere(true);
  useEffect(() => {
    if (!isWanted || isThere) return undefined;
    let isGone = false;
    code.load().then(
      () => !isGone && setThere(true),
      () => !isGone && fail.current(),
    );
    return () => {
      isGone = true;
    };
  }, [code, isWanted, isThere]);
  return isThere;
}

/** Asks for code ahead of a press. */
export function loadAhead(code: LaterCode): void {
  if (!code.isLoaded()) void code.load().catch(() => {});
}
