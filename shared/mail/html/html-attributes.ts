// Reads the attributes of a tag of html, for the scanner of whole documents (html-scanner.ts) and for links
// (shared/mail/links/link-places.ts). It returns positions instead of values, so that only needed values are copied.
// The rules are those of browsers (https://html.spec.whatwg.org/multipage/parsing.html#tokenization).

const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;

/** Reads one attribute after the other. Its positions belong to the last one. */
export class AttributeReader {
  readonly #html: string;
  nameStart = 0;
  nameEnd = 0;
  /** Where the value starts, without its quotes; -1: the attribute has none. */
  valueStart = -1;
  valueEnd = -1;
  /** The last character before the end of the tag is `/`. */
  isSelfClosed = false;
  /** After the last `next` that has found none: the position of the `>`; -1: the tag has no end. */
  tagEnd = -1;
  #position = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /** Begins with a tag. @param nameEnd the position after the name of its element */
  begin(nameEnd: number): void {
    this.#position = nameEnd;
    this.isSelfClosed = false;
    this.tagEnd = -1;
  }

  /** Goes to the next attribute. @returns false: there is none, and `tagEnd` is set */
  next(): boolean {
    const html = this.#html;
    let position = this.#position;
    for (; position < html.length; position += 1) {
      const octet = html.charCodeAt(position);
      if (octet === GREATER_THAN) {
        this.tagEnd = position;
        return false;
      }
      if (octet === SLASH) this.isSelfClosed = true;
      else if (!isHtmlSpace(octet)) break;
    }
    if (position >= html.length) return false;
    this.isSelfClosed = false;
    this.#position = this.#read(position);
    return true;
  }

  /** The name of the last attribute, in lower case. */
  get name(): string {
    return this.#html.slice(this.nameStart, this.nameEnd).toLowerCase();
  }

  /** The value of the last attribute as it was written; undefined: it has none. */
  get rawValue(): string | undefined {
    return this.valueStart === -1 ? undefined : this.#html.slice(this.valueStart, this.valueEnd);
  }

  /** @returns the position after the attribute */
  #read(nameStart: number): number {
    const html = this.#html;
    this.nameStart = nameStart;
    this.valueStart = -1;
    // Any first character belongs to the name, even `=`.
    this.nameEnd = findNameEnd(html, nameStart + 1, EQUALS);
    const equals = skipSpace(html, this.nameEnd);
    if (html.charCodeAt(equals) !== EQUALS) return this.nameEnd;
    const opening = skipSpace(html, equals + 1);
    const quote = html.charCodeAt(opening);
    const isQuoted = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE;
    const start = isQuoted ? opening + 1 : opening;
    const end = isQuoted ? html.indexOf(html[opening] ?? '', start) : findValueEnd(html, start);
    if (end === -1) return html.length;
    this.valueStart = start;
    this.valueEnd = end;
    return isQuoted ? end + 1 : end;
  }
}

/** The end of a name of a tag or an attribute. @param ending a further character that ends it */
export function findNameEnd(html: string, position: number, ending = GREATER_THAN): number {
  let end = position;
  for (; end < html.length; end += 1) {
    const octet = html.charCodeAt(end);
    if (octet === GREATER_THAN || octet === SLASH || octet === ending || isHtmlSpace(octet)) break;
  }
  return end;
}

function findValueEnd(html: string, position: number): number {
  let end = position;
  for (; end < html.length; end += 1) {
    const octet = html.charCodeAt(end);
    if (octet === GREATER_THAN || isHtmlSpace(octet)) break;
  }
  return end;
}

function skipSpace(html: string, position: number): number {
  let start = position;
  while (isHtmlSpace(html.charCodeAt(start))) start += 1;
  return start;
}

/** Space, tab, line feed, form feed, carriage return. */
function isHtmlSpace(octet: number): boolean {
  return octet === 0x20 || octet === 0x0a || octet === 0x09 || octet === 0x0d || octet === 0x0c;
}
