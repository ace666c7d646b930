// Measures several things in turns within one round, so that they have the same conditions to the second. The rounds of
// a bench ask for the figures of one contender after the other; the first one asked measures all of them.

/** Figures of a contender in a round. */
type Figures = Record<string, number>;

/** @param measureAll measures all of them, once in each round; name → figures */
export function inTurns(measureAll: () => Promise<Map<string, Figures>>): (name: string) => Promise<Figures> {
  let measured = new Map<string, Figures>();
  return async (name) => {
    if (!measured.has(name)) measured = await measureAll();
    const figures = measured.get(name);
    if (!figures) throw new Error(`${name} was not measured.`);
    measured.delete(name);
    return figures;
  };
}

/**
 * Does every work as often, in turns; each turn begins with another one.
 * @param works name → work that returns a figure
 * @returns name → figures
 */
export async function takeTurns(
  works: Readonly<Record<string, () => Promise<number>>>,
  turns: number,
): Promise<Map<string, number[]>> {
  const figures = new Map<string, number[]>(Object.keys(works).map((name) => [name, []]));
  const all = Object.entries(works);
  for (let turn = 0; turn < turns; turn += 1) {
    const start = turn % all.length;
    for (const [name, work] of [...all.slice(start), ...all.slice(0, start)]) {
      figures.get(name)?.push(await work());
    }
  }
  return figures;
}
