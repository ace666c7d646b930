// What is around a name in a text, as it is read from left to right. Where a word is not said of anybody it is not
// replaced: in the address or the host of somebody else (`ann@other.dev`, `https://dev.example`), and as the name of an
// element or an attribute of HTML (`<p style=…>`).
import type { CharacterReader } from './characters.ts';
import { isSpace, isWord } from './letters.ts';

const codeOf = (character: string) => character.charCodeAt(0);
const AT = codeOf('@');
const AMPERSAND = codeOf('&');
const APOSTROPHE = codeOf("'");
const COLON = codeOf(':');
const DOT = codeOf('.');
const EQUALS = codeOf('=');
const GREATER = codeOf('>');
const HYPHEN = codeOf('-');
const LESS = codeOf('<');
const PLUS = codeOf('+');
const QUOTE = codeOf('"');
const SLASH = codeOf('/');

const LOWER_CASE = /\p{Ll}/u;
const ASCII_LETTER = /[A-Za-z]/;
/** Characters of a local part (RFC 5321 §4.5.3.1.1) or of a label (RFC 1035 §2.3.4). */
const PART_MAX_LENGTH = 64;

/** Where in a tag: after its `<`, in its name, after its name. */
type Tag = 'none' | 'opened' | 'element' | 'attributes';

/** What has been read before a position. */
export class Surroundings {
  /** The last character; a space at the begin of the text. */
  last = 0x20;
  #lastButOne = 0x20;
  /** The last one that is no white space. */
  #lastMark = 0;
  /** In a domain after `@`, or in a host after `://`. */
  #isHost = false;
  /** After a dot that follows a word, as in `www.dev`. */
  #isDotted = false;
  #tag: Tag = 'none';
  /** The quote of the value of an attribute; 0: outside of one. */
  #quote = 0;

  /** Reads one more character; `source` is the first code unit of its spelling. */
  pass(codePoint: number, source: number): void {
    // Inside of a word nothing changes.
    if (!(isWord(codePoint) && isWord(this.last))) {
      this.#passHost(codePoint);
      this.#passTag(codePoint, source);
      if (!isSpace(codePoint)) this.#lastMark = codePoint;
    }
    this.#lastButOne = this.last;
    this.last = codePoint;
  }

  /** Whether a word that begins here is to stay. @param first its first character @param end the position after it */
  protect(reader: CharacterReader, first: number, end: number): boolean {
    return (
      this.#isHost ||
      this.#isElement(first) ||
      (this.#tag === 'attributes' && this.#quote === 0 && isAttribute(reader, end)) ||
      isLocalPart(reader, end) ||
      (isLowerCase(first) && (this.#isDotted || isFirstLabel(reader, end)))
    );
  }

  #passHost(codePoint: number): void {
    const continues = isWord(codePoint) || codePoint === HYPHEN || codePoint === DOT;
    const begins =
      codePoint === AT
        ? isWord(this.last)
        : codePoint === SLASH && this.last === SLASH && this.#lastButOne === COLON;
    this.#isHost = begins || (this.#isHost && continues);
    this.#isDotted = codePoint === DOT ? isWord(this.last) : this.#isDotted && continues;
  }

  #passTag(codePoint: number, source: number): void {
    if (this.#quote !== 0) this.#quote = codePoint === this.#quote ? 0 : this.#quote;
    // `&lt;` is a character of the text, not the begin of a tag.
    else if (codePoint === LESS && source !== AMPERSAND) this.#tag = 'opened';
    else if (this.#tag !== 'none') this.#tag = this.#nextTag(this.#tag, codePoint);
  }

  #nextTag(tag: Tag, codePoint: number): Tag {
    if (codePoint === GREATER) return 'none';
    if (tag === 'opened') return codePoint === SLASH ? tag : isAsciiLetter(codePoint) ? 'element' : 'none';
    if (tag === 'element') return isPartOfName(codePoint) ? tag : 'attributes';
    if ((codePoint === QUOTE || codePoint === APOSTROPHE) && this.#lastMark === EQUALS)
      this.#quote = codePoint;
    return tag;
  }

  #isElement(first: number): boolean {
    return this.#tag === 'element' || (this.#tag === 'opened' && isAsciiLetter(first));
  }
}

function isAsciiLetter(codePoint: number): boolean {
  return codePoint < 0x80 && ASCII_LETTER.test(String.fromCodePoint(codePoint));
}

function isLowerCase(codePoint: number): boolean {
  return LOWER_CASE.test(String.fromCodePoint(codePoint));
}

/** A character of the name of an element or an attribute. */
function isPartOfName(codePoint: number): boolean {
  return isWord(codePoint) || codePoint === HYPHEN || codePoint === COLON;
}

function isAttribute(reader: CharacterReader, end: number): boolean {
  const nameEnd = skip(reader, end, isPartOfName);
  return reader.read(skip(reader, nameEnd, isSpace)) && reader.codePoint === EQUALS;
}

function isLocalPart(reader: CharacterReader, end: number): boolean {
  const at = skip(reader, end, (code) => isWord(code) || code === DOT || code === PLUS || code === HYPHEN);
  return reader.read(at) && reader.codePoint === AT && reader.read(reader.end) && isWord(reader.codePoint);
}

/** `dev.example`. What begins with a capital letter begins a sentence: "Ask dev.Then wait". */
function isFirstLabel(reader: CharacterReader, end: number): boolean {
  const dot = skip(reader, end, (code) => isWord(code) || code === HYPHEN);
  return (
    reader.read(dot) && reader.codePoint === DOT && reader.read(reader.end) && isLowerCase(reader.codePoint)
  );
}

/** The position after the characters of a kind. */
function skip(reader: CharacterReader, from: number, isPart: (codePoint: number) => boolean): number {
  let at = from;
  for (let count = 0; count < PART_MAX_LENGTH && reader.read(at) && isPart(reader.codePoint); count += 1) {
    at = reader.end;
  }
  return at;
}
