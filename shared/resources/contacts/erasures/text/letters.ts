// What a character is to a name: part of a word, a space, a letter of a script that puts no spaces between words. Each
// answer is kept, because an erasure asks it for every character of an account.

/** A letter, a digit, an accent or an underscore. */
const WORD = 1;
/** A letter of a script that puts no spaces between words: a name may begin and end anywhere. */
const UNSPACED = 2;
const SPACE = 4;
const KNOWN = 8;

const IS_WORD = /[\p{L}\p{M}\p{N}_]/u;
const IS_SPACE = /\s/u;
const IS_UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const BMP_SIZE = 0x10000;
const kinds = new Uint8Array(BMP_SIZE);
const folded: (readonly number[] | undefined)[] = [];

const ASCII_MAX = 0x7f;
const SPACE_CODE = 0x20;
const APOSTROPHE = 0x27;
/** Writers use both apostrophes for one name. */
const CURLY_APOSTROPHE = 0x2019;

/** Whether a character is part of a word. */
export function isWord(codePoint: number): boolean {
  return (kindOf(codePoint) & WORD) !== 0;
}

/** Whether a character belongs to a script that puts no spaces between words. */
export function isUnspaced(codePoint: number): boolean {
  return (kindOf(codePoint) & UNSPACED) !== 0;
}

/** Whether a character is white space. */
export function isSpace(codePoint: number): boolean {
  return (kindOf(codePoint) & SPACE) !== 0;
}

/**
 * A character without its letter case, and its accents as characters of their own (NFD): two spellings of a name are
 * equal if these are. All white space is one character.
 */
export function foldCharacter(codePoint: number): readonly number[] {
  if (codePoint >= BMP_SIZE) return fold(codePoint);
  const known = folded[codePoint];
  if (known) return known;
  const result = fold(codePoint);
  folded[codePoint] = result;
  return result;
}

function kindOf(codePoint: number): number {
  if (codePoint >= BMP_SIZE) return judge(codePoint);
  const known = kinds[codePoint];
  if (known) return known;
  const kind = judge(codePoint);
  kinds[codePoint] = kind;
  return kind;
}

function judge(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  const word = IS_WORD.test(character) ? WORD : 0;
  return KNOWN | word | (IS_UNSPACED.test(character) ? UNSPACED : 0) | (IS_SPACE.test(character) ? SPACE : 0);
}

function fold(codePoint: number): readonly number[] {
  if (codePoint === CURLY_APOSTROPHE) return [APOSTROPHE];
  if (isSpace(codePoint)) return [SPACE_CODE];
  const lower = String.fromCodePoint(codePoint).toLowerCase();
  if (codePoint <= ASCII_MAX) return [lower.charCodeAt(0)];
  return Array.from(lower.normalize('NFD'), (character) => character.codePointAt(0) ?? 0);
}
