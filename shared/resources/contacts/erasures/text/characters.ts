// Reads a text character by character, and undoes what JSON, HTML and URLs do to characters: `\u00e9`, `&#233;` and
// `%C3%A9` are all read as é. So a name is compared with what a text says, however it is stored.

const PERCENT = 0x25;
const AMPERSAND = 0x26;
const BACKSLASH = 0x5c;
/** A reference of HTML. The names are those of characters that are escaped in HTML, or that hide addresses. */
const REFERENCE =
  /&(?:#0{0,8}(?<decimal>\d{1,7})|#[xX]0{0,8}(?<hex>[\da-fA-F]{1,6})|(?<name>amp|lt|gt|quot|apos|commat|nbsp));/y;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  commat: '@',
  nbsp: '\u00a0',
};
const CODE_POINT_MAX = 0x10ffff;

/** Escapes of JSON that are a backslash and a letter. */
const LETTER_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Reads the characters of a text. The last one that was read is in the fields, so that reading allocates nothing. */
export class CharacterReader {
  readonly text: string;
  codePoint = 0;
  /** The position after the character. */
  end = 0;
  /** It is an escape such as `\n`. In a text that is no JSON its letter may be the begin of a word. */
  isLetterEscape = false;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads the character that begins at a position; false: the text ends there. */
  read(at: number): boolean {
    if (at >= this.text.length) return false;
    const code = this.text.charCodeAt(at);
    this.codePoint = code;
    this.end = at + 1;
    this.isLetterEscape = false;
    if (code === PERCENT) this.#readPercent(at);
    else if (code === AMPERSAND) this.#readReference(at);
    else if (code === BACKSLASH) this.#readEscape(at);
    else if (code >= 0xd800)
      this.#take(this.text.codePointAt(at) ?? code, at + (isPair(this.text, at) ? 2 : 1));
    return true;
  }

  /** The characters between two positions. */
  decode(from: number, to: number): string {
    let decoded = '';
    for (let at = from; at < to && this.read(at); at = this.end)
      decoded += String.fromCodePoint(this.codePoint);
    return decoded;
  }

  #take(codePoint: number, end: number): void {
    this.codePoint = codePoint;
    this.end = end;
  }

  /** The bytes of one character in UTF-8 (RFC 3629 §3). Bytes that are no character stay what they are. */
  #readPercent(at: number): void {
    const lead = byteAt(this.text, at);
    const more = followingBytes(lead);
    if (more === undefined) return;
    let codePoint = more === 0 ? lead : lead & (0x3f >> more);
    for (let index = 1; index <= more; index += 1) {
      const byte = byteAt(this.text, at + 3 * index);
      if (byte < 0x80 || byte > 0xbf) return;
      codePoint = (codePoint << 6) | (byte & 0x3f);
    }
    if (codePoint <= CODE_POINT_MAX) this.#take(codePoint, at + 3 * (more + 1));
  }

  #readReference(at: number): void {
    REFERENCE.lastIndex = at;
    const groups = REFERENCE.exec(this.text)?.groups;
    if (!groups) return;
    const { decimal, hex, name = '' } = groups;
    const codePoint = decimal
      ? Number(decimal)
      : hex
        ? Number.parseInt(hex, 16)
        : NAMED[name]?.codePointAt(0);
    if (codePoint !== undefined && codePoint <= CODE_POINT_MAX) this.#take(codePoint, REFERENCE.lastIndex);
  }

  #readEscape(at: number): void {
    const letter = this.text[at + 1] ?? '';
    if (letter === 'u') this.#readUnits(at);
    else if (letter === '"' || letter === '/') this.#take(letter.charCodeAt(0), at + 2);
    else {
      const control = LETTER_ESCAPES.get(letter);
      if (control === undefined) return;
      this.#take(control.charCodeAt(0), at + 2);
      this.isLetterEscape = true;
    }
  }

  /** One code unit, or two that are one character. */
  #readUnits(at: number): void {
    const unit = unitAt(this.text, at);
    if (unit < 0) return;
    const second = unit >= 0xd800 && unit < 0xdc00 ? unitAt(this.text, at + 6) : -1;
    const isOne = second >= 0xdc00 && second <= 0xdfff;
    if (isOne) this.#take(0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00), at + 12);
    else this.#take(unit, at + 6);
  }
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}

/** How many bytes follow the first one of a character; undefined: it is none. */
function followingBytes(lead: number): number | undefined {
  if (lead >= 0 && lead < 0x80) return 0;
  if (lead < 0xc2 || lead > 0xf4) return undefined;
  if (lead < 0xe0) return 1;
  return lead < 0xf0 ? 2 : 3;
}

/** The byte of `%C3`; negative: there is none. */
function byteAt(text: string, at: number): number {
  if (text.charCodeAt(at) !== PERCENT) return -1;
  return hexAt(text, at + 1, 2);
}

/** The code unit of `\u00e9`; negative: there is none. */
function unitAt(text: string, at: number): number {
  if (text.charCodeAt(at) !== BACKSLASH || text[at + 1] !== 'u') return -1;
  return hexAt(text, at + 2, 4);
}

function hexAt(text: string, at: number, digits: number): number {
  let number = 0;
  for (let index = 0; index < digits; index += 1) {
    const digit = hexDigit(text.charCodeAt(at + index));
    if (digit < 0) return -1;
    number = number * 16 + digit;
  }
  return number;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
