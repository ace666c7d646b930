// The differences of two short texts character by character, as people see characters (graphemes): a letter with its
// accent, an emoji. Pure, and bounded: only the beginning of a long text is compared, and where two texts differ in too
// many places, what lies between their equal ends is one difference.

/** A run of characters that both texts have, or that only this one has. */
export interface Piece {
  text: string;
  isDifferent: boolean;
}

/** Both texts in pieces, in their order. */
export interface CharacterDifference {
  expected: Piece[];
  found: Piece[];
  /** The place of the first difference, in characters from 1; undefined: there is none. */
  firstAt: number | undefined;
}

/** What is compared of a text; the rest of it is one piece. */
export const COMPARED_MAX = 4_096;
/**
 * So many characters may be missing and added in all before the rest is one difference: a mistake has fewer, and of two
 * keys with nothing in common the few equal letters say nothing.
 */
const EDITS_MAX = 48;
/** Equal letters between two differences are part of them when there are no more of them. */
const CHANCE_MAX = 2;
/** One grapheme is one unit here: printable ASCII, which needs no Intl. */
const PLAIN = /^[\x20-\x7e]*$/;

let segmenter: Intl.Segmenter | undefined;

/** Compares two texts. */
export function characterDifference(expected: string, found: string): CharacterDifference {
  const [left, right] = [headOf(expected), headOf(found)];
  const [mine, theirs] = [charactersOf(left), charactersOf(right)];
  const begin = equalAtBegin(mine, theirs);
  const end =
    left.length === expected.length && right.length === found.length ? equalAtEnd(mine, theirs, begin) : 0;
  const between = compare(mine.slice(begin, mine.length - end), theirs.slice(begin, theirs.length - end));
  const ends = [mine.slice(0, begin).join(''), mine.slice(mine.length - end).join('')] as const;
  const side = (of: 'expected' | 'found', rest: string) =>
    joined([piece(ends[0], false), ...between[of], piece(ends[1], false), piece(rest, true)]);
  const isEqual = expected === found;
  return {
    expected: isEqual ? joined([piece(expected, false)]) : side('expected', expected.slice(left.length)),
    found: isEqual ? joined([piece(found, false)]) : side('found', found.slice(right.length)),
    firstAt: isEqual ? undefined : begin + 1,
  };
}

/** The part of a text that is compared. It splits no pair of surrogates. */
function headOf(text: string): string {
  const splits = /[\ud800-\udbff]/.test(text.charAt(COMPARED_MAX - 1));
  return text.slice(0, splits ? COMPARED_MAX - 1 : COMPARED_MAX);
}

function charactersOf(text: string): string[] {
  if (PLAIN.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function equalAtBegin(mine: readonly string[], theirs: readonly string[]): number {
  const most = Math.min(mine.length, theirs.length);
  let count = 0;
  while (count < most && mine[count] === theirs[count]) count += 1;
  return count;
}

function equalAtEnd(mine: readonly string[], theirs: readonly string[], begin: number): number {
  const most = Math.min(mine.length, theirs.length) - begin;
  let count = 0;
  while (count < most && mine.at(-1 - count) === theirs.at(-1 - count)) count += 1;
  return count;
}

interface Sides {
  expected: Piece[];
  found: Piece[];
}

/** What lies between equal ends. */
function compare(mine: readonly string[], theirs: readonly string[]): Sides {
  const kept = keptOf(mine, theirs);
  if (!kept) return { expected: [piece(mine.join(''), true)], found: [piece(theirs.join(''), true)] };
  const sides: Sides = { expected: [], found: [] };
  let [at, to] = [0, 0];
  for (const [keptAt, keptTo, length] of [...kept, [mine.length, theirs.length, 0] as const]) {
    sides.expected.push(piece(mine.slice(at, keptAt).join(''), true));
    sides.found.push(piece(theirs.slice(to, keptTo).join(''), true));
    const text = mine.slice(keptAt, keptAt + length).join('');
    sides.expected.push(piece(text, false));
    sides.found.push(piece(text, false));
    [at, to] = [keptAt + length, keptTo + length];
  }
  return sides;
}

/** A run that both have: where it begins in the one, where in the other, and how long it is. */
type Kept = readonly [at: number, to: number, length: number];

/**
 * The runs of a shortest way from the one to the other (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986).
 * @returns undefined if more than EDITS_MAX characters differ
 */
function keptOf(mine: readonly string[], theirs: readonly string[]): Kept[] | undefined {
  const reached = new Map<number, number>([[1, 0]]);
  const rounds: Map<number, number>[] = [];
  for (let edits = 0; edits <= EDITS_MAX; edits += 1) {
    rounds.push(new Map(reached));
    for (let line = -edits; line <= edits; line += 2) {
      let at = stepFrom(reached, line, edits);
      while (at < mine.length && at - line < theirs.length && mine[at] === theirs[at - line]) at += 1;
      reached.set(line, at);
      if (at >= mine.length && at - line >= theirs.length) return runsOf(rounds, mine.length, theirs.length);
    }
  }
  return undefined;
}

/** How far a diagonal begins: one character further on the better of its neighbours. */
function stepFrom(reached: ReadonlyMap<number, number>, line: number, edits: number): number {
  return comesFromAbove(reached, line, edits) ? furthest(reached, line + 1) : furthest(reached, line - 1) + 1;
}

/** A character of the found text was added; else one of the expected text is missing. */
function comesFromAbove(reached: ReadonlyMap<number, number>, line: number, edits: number): boolean {
  if (line === -edits) return true;
  return line !== edits && furthest(reached, line - 1) < furthest(reached, line + 1);
}

function furthest(reached: ReadonlyMap<number, number>, line: number): number {
  return reached.get(line) ?? -1;
}

/** The way back through the rounds. Runs that are equal by chance, between two differences, are left out. */
function runsOf(rounds: readonly ReadonlyMap<number, number>[], length: number, otherLength: number): Kept[] {
  const runs: Kept[] = [];
  let [at, to] = [length, otherLength];
  for (let edits = rounds.length - 1; edits >= 0; edits -= 1) {
    const before = rounds[edits] ?? new Map<number, number>();
    const line = at - to;
    const begin = edits === 0 ? 0 : stepFrom(before, line, edits);
    if (at - begin > CHANCE_MAX) runs.unshift([begin, begin - line, at - begin]);
    const isAdded = comesFromAbove(before, line, edits);
    at = isAdded ? begin : begin - 1;
    to = begin - line - (isAdded ? 1 : 0);
  }
  return runs;
}

function piece(text: string, isDifferent: boolean): Piece {
  return { text, isDifferent };
}

/** Without empty pieces, and with neighbours of one kind as one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const each of pieces) {
    const last = all.at(-1);
    if (each.text === '') continue;
    if (last?.isDifferent === each.isDifferent) last.text += each.text;
    else all.push({ ...each });
  }
  return all;
}
