// The shown rows of a first page that is read repeatedly: while the person reads further down, new rows wait, so that
// nothing moves under the eyes; changes of the rows that are shown appear at once.

/** A row of a list. */
interface Row {
  id: string;
}

/** The rows on the screen, and those that wait. */
export interface Shown<Item extends Row> {
  rows: readonly Item[];
  /** How many newer rows wait. */
  waiting: number;
}

/**
 * Merges the newest read with the shown rows.
 * @param isHeld whether new rows must wait
 */
export function mergeNewRows<Item extends Row>(
  shown: readonly Item[],
  latest: readonly Item[],
  isHeld: boolean,
): Shown<Item> {
  const known = new Map(shown.map((row) => [row.id, row]));
  const firstKnown = latest.findIndex(({ id }) => known.has(id));
  // Everything is new: there is nothing left to hold on to, unless one reads.
  const waiting = firstKnown === -1 ? latest.length : firstKnown;
  if (!isHeld || waiting === 0) return { rows: latest, waiting: 0 };
  const fresh = new Map(latest.map((row) => [row.id, row]));
  return { rows: shown.map((row) => fresh.get(row.id) ?? row), waiting };
}
