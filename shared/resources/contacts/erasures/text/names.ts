// Finds the names of a person in texts. A name of several words is found in any letter case, and so is each of its
// words alone; a word alone only as it was given, capitalized or in capitals: "will" is a verb, "Will" and "WILL" are
// names. Single letters are initials and articles, and are not replaced. The names are in a trie, which is followed from
// the begin of each word: one pass over the text finds all of them, and fifty names take the time of one.
import type { Turns } from '../../../../platform/sharing/turns.ts';
import { CharacterReader } from './characters.ts';
import { isUnspaced, isWord } from './letters.ts';
import { addPhrase, addWord, follow, isSpelledAs, type NameNode, newTrie } from './name-trie.ts';
import { Surroundings } from './surroundings.ts';

/** Names that are looked for. Nobody has more; those of a mailing list's address would be the names of others. */
const NAMES_MAX = 50;
/** Characters of a name. It bounds the work on a text that repeats the begin of a name. */
const NAME_MAX_LENGTH = 100;
/** What the service writes itself; a name like it would be replaced again and again. */
const OWN_WORDS: ReadonlySet<string> = new Set(['erased', 'invalid']);
/** Longer display names are no names of people; their words alone are not replaced. */
const NAME_WORDS_MAX = 4;
const SPACES = /\s+/u;
const PUNCTUATION_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const BEGINS_AS_NAME = /^[\p{Lu}\p{Lt}\p{Lo}]/u;
const LETTER = /\p{L}/gu;

/** Characters that are searched before other work of the process has its turn: half a millisecond, in bad cases 40. */
const PART_LENGTH = 16 * 1024;

/** The names that are looked for: the first fifty, and none that is too long to be one. */
export function limitNames(names: readonly (string | null)[]): string[] {
  const given = names.flatMap((name) => name?.trim() || []);
  return [...new Set(given)].filter(({ length }) => length <= NAME_MAX_LENGTH).slice(0, NAMES_MAX);
}

/** The names of a person. */
export class Names {
  readonly #root = newTrie();

  constructor(names: readonly string[]) {
    const split = names.map((name) => name.normalize('NFC').split(SPACES).filter(Boolean));
    const phrases = split.filter(({ length }) => length > 1).map((words) => words.join(' '));
    for (const phrase of phrases.filter(isTelling)) addPhrase(this.#root, phrase);
    for (const word of split.flatMap(singleWordsOf).filter(isTelling)) addWord(this.#root, word);
  }

  /** Replaces the names in a text, at each place the longest one. */
  replaceIn(text: string, replacement: string): string {
    if (this.#root.next.size === 0) return text;
    const search = new NameSearch(this.#root, text, replacement);
    search.advance(text.length);
    return search.result();
  }

  /** Replaces the names in a text that may be long. */
  async replaceInTurns(text: string, replacement: string, turns: Turns): Promise<string> {
    if (this.#root.next.size === 0) return text;
    const search = new NameSearch(this.#root, text, replacement);
    for (let until = PART_LENGTH; search.advance(until); until += PART_LENGTH) await turns.next();
    return search.result();
  }
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

/** One pass over a text. */
class NameSearch {
  readonly #root: NameNode;
  readonly #text: string;
  readonly #replacement: string;
  readonly #reader: CharacterReader;
  readonly #before = new Surroundings();
  #at = 0;
  /** The text until here, without the names. */
  #replaced = '';
  #copied = 0;
  /** Where a word begins although a letter is before it: the `n` of `\nBo` is part of an escape. */
  #beginsAt = -1;

  constructor(root: NameNode, text: string, replacement: string) {
    this.#root = root;
    this.#text = text;
    this.#replacement = replacement;
    this.#reader = new CharacterReader(text);
  }

  /** Searches until a position; false: the text ends before it. */
  advance(until: number): boolean {
    while (this.#at < until && this.#reader.read(this.#at)) this.#step();
    return this.#at < this.#text.length;
  }

  result(): string {
    return this.#replaced + this.#text.slice(this.#copied);
  }

  #step(): void {
    const at = this.#at;
    const { codePoint, end, isLetterEscape } = this.#reader;
    if (isLetterEscape) this.#beginsAt = end;
    const nameEnd = this.#isBegin(at, codePoint) ? this.#endOfName(at) : undefined;
    if (nameEnd !== undefined && !this.#before.protect(this.#reader, codePoint, nameEnd)) {
      this.#replaced += this.#text.slice(this.#copied, at) + this.#replacement;
      this.#copied = nameEnd;
      this.#at = nameEnd;
    } else {
      // The letter of an escape may also be the begin of a word, in a text that is no JSON.
      this.#at = isLetterEscape ? at + 1 : end;
    }
    this.#before.pass(codePoint, this.#text.charCodeAt(at));
  }

  #isBegin(at: number, codePoint: number): boolean {
    return !isWord(this.#before.last) || at === this.#beginsAt || isUnspaced(codePoint);
  }

  /** The end of the longest name that begins at a position; undefined: there is none. */
  #endOfName(begin: number): number | undefined {
    const reader = this.#reader;
    let node: NameNode | undefined = this.#root;
    let found: number | undefined;
    for (let at = begin; reader.read(at); ) {
      const { codePoint, end } = reader;
      node = follow(node, codePoint);
      if (!node) return found;
      at = end;
      const isName = node.isPhrase || (node.words && isSpelledAs(node, reader.decode(begin, end)));
      if (isName && isEnd(reader, codePoint, end)) found = end;
    }
    return found;
  }
}

/** A name is a whole word. */
function isEnd(reader: CharacterReader, last: number, end: number): boolean {
  return isUnspaced(last) || !reader.read(end) || !isWord(reader.codePoint);
}
