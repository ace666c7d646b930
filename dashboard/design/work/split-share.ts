// How wide the first of two panes is, in whole per cent: within its bounds, moved by keys, and read from the browser's
// storage. Pure.

/** The least and the most that the first pane may have. */
export interface ShareBounds {
  min: number;
  max: number;
}

const STEP = 2;
const LARGE_STEP = 10;

/** @returns the share within its bounds */
export function clampShare(share: number, { min, max }: ShareBounds): number {
  return Math.round(Math.min(max, Math.max(min, share)));
}

/** The share after a key; undefined: it is not a key of the separator. */
export function shareAfterKey(
  share: number,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  bounds: ShareBounds,
): number | undefined {
  const step = shiftKey ? LARGE_STEP : STEP;
  if (key === 'ArrowLeft') return clampShare(share - step, bounds);
  if (key === 'ArrowRight') return clampShare(share + step, bounds);
  if (key === 'Home') return bounds.min;
  return key === 'End' ? bounds.max : undefined;
}

/** A stored share; undefined: there is none, or it is invalid. */
export function storedShare(text: string | null, bounds: ShareBounds): number | undefined {
  return text !== null && /^\d{1,3}$/.test(text) ? clampShare(Number(text), bounds) : undefined;
}
