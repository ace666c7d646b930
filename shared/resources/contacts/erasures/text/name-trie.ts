// The trie of a person's names: each place in it is what the characters read so far may be the begin of. Characters are
// folded (letters.ts), so that all spellings of a name share one path.
import { foldCharacter } from './letters.ts';

const SPACE = 0x20;
/** A space in a query of a URL. */
const PLUS = 0x2b;

/** A place in the trie. */
export interface NameNode {
  next: Map<number, NameNode>;
  /** A name of several words ends here. */
  isPhrase: boolean;
  /** A name of one word ends here, if it is spelled like one of these. */
  words: Set<string> | undefined;
  isSpace: boolean;
}

/** An empty trie. */
export function newTrie(isSpace = false): NameNode {
  return { next: new Map(), isPhrase: false, words: undefined, isSpace };
}

/** Adds a name of several words. */
export function addPhrase(root: NameNode, phrase: string): void {
  for (const spelling of [phrase, phrase.toUpperCase(), phrase.toLowerCase()])
    add(root, spelling).isPhrase = true;
}

/** Adds a name of one word, in the cases that are names. */
export function addWord(root: NameNode, word: string): void {
  for (const spelling of casesOf(word)) {
    const node = add(root, spelling);
    node.words ??= new Set();
    node.words.add(comparable(spelling));
  }
}

/** The place that a character leads to; undefined: no name goes on with it. Between words may be several spaces. */
export function follow(from: NameNode, codePoint: number): NameNode | undefined {
  let node: NameNode | undefined = from;
  for (const code of foldCharacter(codePoint)) {
    const next: NameNode | undefined = node.next.get(code);
    if (next) node = next;
    else if (code !== SPACE && code !== PLUS) return undefined;
    else if (!node.isSpace) node = node.next.get(SPACE);
    if (!node) return undefined;
  }
  return node;
}

/** Whether a word is spelled like one of a place's names. Its letter case counts, its kind of apostrophe does not. */
export function isSpelledAs({ words }: NameNode, word: string): boolean {
  return words?.has(comparable(word)) ?? false;
}

function comparable(spelling: string): string {
  return spelling.normalize('NFC').replaceAll('’', "'");
}

function casesOf(word: string): string[] {
  const [first = ''] = word;
  const rest = word.slice(first.length);
  return [word, word.toUpperCase(), first.toUpperCase() + rest, first.toUpperCase() + rest.toLowerCase()];
}

function add(root: NameNode, spelling: string): NameNode {
  let node = root;
  for (const character of spelling) {
    for (const code of foldCharacter(character.codePointAt(0) ?? 0)) {
      const next = node.next.get(code) ?? newTrie(code === SPACE);
      node.next.set(code, next);
      node = next;
    }
  }
  return node;
}
