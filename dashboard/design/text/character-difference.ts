// The differences of two short texts character by character, as people see characters (graphemes): a letter with its
// accent, an emoji. Pure, and bounded: only the beginning of a long text is compared.
import { comparedRuns } from '../../format/compared-runs.ts';

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
  /** One character is another one, and all others are the same. */
  isOnlyThere: boolean;
}

/** The part of a text that is compared; the rest is one piece. */
export const COMPARED_MAX = 4_096;
/** A mistake has fewer, and of two keys with nothing in common the few equal letters say nothing. */
const EDITS_MAX = 48;
/** Equal letters between two differences are part of them when there are no more of them. */
const CHANCE_MAX = 2;
/** One grapheme is one unit here: printable ASCII, which needs no Intl. */
const PLAIN = /^[\x20-\x7e]*$/;

let segmenter: Intl.Segmenter | undefined;

/** Compares two texts. */
export function characterDifference(expected: string, found: string): CharacterDifference {
  const left = headOf(expected);
  const right = headOf(found);
  const runs = comparedRuns(charactersOf(left), charactersOf(right), EDITS_MAX);
  const sides: Pick<CharacterDifference, 'expected' | 'found'> = { expected: [], found: [] };
  runs.forEach(({ of, items }, index) => {
    const isBetween = index > 0 && index < runs.length - 1;
    const isDifferent = of !== 'both' || (isBetween && items.length <= CHANCE_MAX);
    const text = items.join('');
    if (of !== 'theirs') add(sides.expected, { text, isDifferent });
    if (of !== 'mine') add(sides.found, { text, isDifferent });
  });
  const isEqual = expected === found;
  add(sides.expected, { text: expected.slice(left.length), isDifferent: !isEqual });
  add(sides.found, { text: found.slice(right.length), isDifferent: !isEqual });
  const [first] = runs;
  const equalAtFirst = first?.of === 'both' ? first.items.length : 0;
  const isOnlyThere = !isEqual && isOneCharacter(sides.expected) && isOneCharacter(sides.found);
  return { ...sides, firstAt: isEqual ? undefined : equalAtFirst + 1, isOnlyThere };
}

/** Whether one character of a text is all that differs. */
function isOneCharacter(pieces: readonly Piece[]): boolean {
  const [only, ...more] = pieces.filter(({ isDifferent }) => isDifferent);
  return only !== undefined && more.length === 0 && charactersOf(only.text).length === 1;
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

/** Adds a piece to those of a text, and joins neighbours of one kind. */
function add(pieces: Piece[], { text, isDifferent }: Piece): void {
  const last = pieces.at(-1);
  if (text === '') return;
  if (last?.isDifferent === isDifferent) last.text += text;
  else pieces.push({ text, isDifferent });
}
