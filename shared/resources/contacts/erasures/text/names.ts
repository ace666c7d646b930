// Finds the names of a person in texts. A name of several words is found in any letter case, and so is each of its
// words alone; a word alone only as it was given, capitalized or in capitals: "will" is a verb, "Will" and "WILL" are
// names. Single letters are initials and articles, and are not replaced.
import { boundName } from './boundaries.ts';
import { spellingsOf } from './spellings.ts';

/** What the service writes itself; a name like it would be replaced again and again. */
const OWN_WORDS: ReadonlySet<string> = new Set(['erased', 'invalid']);
/** Longer display names are no names of people; their words alone are not replaced. */
const NAME_WORDS_MAX = 4;
const SPACE = /[\s\u00a0]+/u;
/** Between the words of a name: white space, also as HTML and URLs encode it. */
const SPACES = '(?:\\s|&nbsp;|&#160;|%20|\\+)+';
const PUNCTUATION_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const BEGINS_AS_NAME = /^[\p{Lu}\p{Lt}\p{Lo}]/u;
const LETTER = /\p{L}/gu;

/**
 * The patterns that find the names, to be replaced one after the other; none: there are no names.
 * @param names of one or several words
 */
export function namePatterns(names: readonly string[]): RegExp[] {
  const words = names.map((name) => name.normalize('NFC').split(SPACE).filter(Boolean));
  const phrases = new Set(words.filter(({ length }) => length > 1).map((all) => all.join(' ')));
  const single = new Set(words.flatMap(singleWordsOf).filter(isTelling));
  return [
    patternOf([...phrases].filter(isTelling), spellPhrase, 'giu'),
    patternOf([...new Set([...single].flatMap(casesOf))], spellingsOf, 'gu'),
  ].filter((pattern) => pattern !== undefined);
}

/** The words of a name that are names too; small words such as `van` are not. */
function singleWordsOf(words: readonly string[]): readonly string[] {
  if (words.length === 1) return words;
  if (words.length > NAME_WORDS_MAX) return [];
  return words
    .map((word) => word.replace(PUNCTUATION_AROUND, ''))
    .filter((word) => BEGINS_AS_NAME.test(word));
}

function isTelling(name: string): boolean {
  return (name.match(LETTER)?.length ?? 0) > 1 && !OWN_WORDS.has(name.toLowerCase());
}

function casesOf(word: string): string[] {
  const [first = ''] = word;
  const rest = word.slice(first.length);
  return [word, word.toUpperCase(), first.toUpperCase() + rest, first.toUpperCase() + rest.toLowerCase()];
}

function spellPhrase(phrase: string): string {
  return phrase.split(' ').map(spellingsOf).join(SPACES);
}

/** The longest name first, because the first alternative that fits is taken. */
function patternOf(names: string[], spell: (name: string) => string, flags: string): RegExp | undefined {
  if (names.length === 0) return undefined;
  const longestFirst = names.sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map((name) => boundName(name, spell(name))).join('|'), flags);
}
