// Html tokenizer for the conversion to text: reports texts and tags to a handler. Html is untrusted input, so the time
// is linear in its length, also for malformed html: a search without a result is the last one. It is our own because
// nearly every mail contains html: it skips text and quoted values with native searches and parses only the attribute
// that is needed, which takes a third of the time of htmlparser2. The tests compare its results with htmlparser2.
import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { elementOf, type HtmlElement } from './html-elements.ts';

/** Receives the tokens of html, in their order. */
export interface HtmlHandler {
  /** Character references are decoded. A text may come in several calls. */
  onText(text: string): void;
  /**
   * @param attribute the value of the attribute that the element's text needs (`HtmlElement.attribute`)
   * @param isSelfClosed the tag ends in `/>`, which has a meaning only inside svg and math
   */
  onOpenTag(element: HtmlElement, attribute: string | undefined, isSelfClosed: boolean): void;
  onCloseTag(element: HtmlElement): void;
}

const EXCLAMATION_MARK = 0x21;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;
const QUESTION_MARK = 0x3f;

/** Reports the tokens of html to a handler. A tag or comment without an end is ignored, with everything after it. */
export function scanHtml(html: string, handler: HtmlHandler): void {
  new HtmlScanner(html, handler).scan();
}

class HtmlScanner {
  readonly #html: string;
  readonly #handler: HtmlHandler;
  /** The attribute, and the `/>`, of the last tag. */
  #attribute: string | undefined;
  #isSelfClosed = false;

  constructor(html: string, handler: HtmlHandler) {
    this.#html = html;
    this.#handler = handler;
  }

  scan(): void {
    const html = this.#html;
    let textStart = 0;
    for (let position = html.indexOf('<'); position !== -1; ) {
      if (this.#isMarkup(position)) {
        this.#reportText(textStart, position);
        textStart = this.#readMarkup(position);
        position = html.indexOf('<', textStart);
      } else position = html.indexOf('<', position + 1);
    }
    this.#reportText(textStart, html.length);
  }

  #reportText(start: number, end: number): void {
    if (start >= end) return;
    const text = this.#html.slice(start, end);
    this.#handler.onText(text.includes('&') ? decodeHTML(text) : text);
  }

  /** True when the `<` begins a tag or a comment; any other `<` is text. */
  #isMarkup(position: number): boolean {
    const octet = this.#html.charCodeAt(position + 1);
    const isEndTag = octet === SLASH && position + 2 < this.#html.length;
    return isLetter(octet) || isEndTag || octet === EXCLAMATION_MARK || octet === QUESTION_MARK;
  }

  /** @returns the position after the tag or comment */
  #readMarkup(position: number): number {
    const html = this.#html;
    const octet = html.charCodeAt(position + 1);
    if (isLetter(octet)) return this.#readOpenTag(position + 1);
    if (octet === SLASH) return this.#readCloseTag(position + 2);
    // `<!-->` is a complete comment.
    if (html.startsWith('<!--', position)) return this.#after('-->', position + 2);
    if (html.startsWith('<![CDATA[', position)) return this.#after(']]>', position);
    return this.#after('>', position);
  }

  #readOpenTag(nameStart: number): number {
    const nameEnd = this.#findNameEnd(nameStart);
    const element = elementOf(this.#html.slice(nameStart, nameEnd));
    const end = this.#readAttributes(nameEnd, element.attribute);
    if (end === -1) return this.#html.length;
    this.#handler.onOpenTag(element, this.#attribute, this.#isSelfClosed);
    return element.isRaw && !this.#isSelfClosed ? this.#readRawText(element, end + 1) : end + 1;
  }

  #readCloseTag(nameStart: number): number {
    if (!isLetter(this.#html.charCodeAt(nameStart))) return this.#after('>', nameStart);
    const nameEnd = this.#findNameEnd(nameStart);
    this.#handler.onCloseTag(elementOf(this.#html.slice(nameStart, nameEnd)));
    return this.#after('>', nameEnd);
  }

  /** Reports the raw text if it is visible. @returns the position of the end tag */
  #readRawText({ name, isInvisible }: HtmlElement, start: number): number {
    const endTag = new RegExp(`</${name}(?=[ \\t\\r\\n\\f/>])`, 'gi');
    endTag.lastIndex = start;
    const end = endTag.exec(this.#html)?.index ?? this.#html.length;
    if (!isInvisible) this.#reportText(start, end);
    return end;
  }

  /** @returns the position of the `>` of the tag; -1 when there is none */
  #readAttributes(start: number, wanted: string | undefined): number {
    const html = this.#html;
    this.#attribute = undefined;
    this.#isSelfClosed = false;
    let position = start;
    while (position < html.length) {
      const octet = html.charCodeAt(position);
      if (octet === GREATER_THAN) return position;
      if (octet === SLASH || isSpace(octet)) {
        if (octet === SLASH) this.#isSelfClosed = true;
        position += 1;
      } else {
        this.#isSelfClosed = false;
        position = this.#readAttribute(position, wanted);
      }
    }
    return -1;
  }

  /** @returns the position after the attribute */
  #readAttribute(nameStart: number, wanted: string | undefined): number {
    const html = this.#html;
    // Any first character belongs to the name, even `=`.
    const nameEnd = this.#findNameEnd(nameStart + 1, EQUALS);
    const equals = this.#findText(nameEnd);
    // Of several attributes with the same name the first one counts.
    const isWanted =
      wanted !== undefined &&
      this.#attribute === undefined &&
      html.slice(nameStart, nameEnd).toLowerCase() === wanted;
    if (isWanted) this.#attribute = '';
    if (html.charCodeAt(equals) !== EQUALS) return nameEnd;
    const opening = this.#findText(equals + 1);
    const quote = html.charCodeAt(opening);
    const isQuoted = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE;
    const start = isQuoted ? opening + 1 : opening;
    const end = isQuoted ? html.indexOf(html[opening] ?? '', start) : this.#findValueEnd(start);
    if (end === -1) return html.length;
    if (isWanted) this.#attribute = decodeHTMLAttribute(html.slice(start, end));
    return isQuoted ? end + 1 : end;
  }

  #after(ending: string, position: number): number {
    const end = this.#html.indexOf(ending, position);
    return end === -1 ? this.#html.length : end + ending.length;
  }

  #findNameEnd(position: number, ending = GREATER_THAN): number {
    let end = position;
    for (; end < this.#html.length; end += 1) {
      const octet = this.#html.charCodeAt(end);
      if (octet === GREATER_THAN || octet === SLASH || octet === ending || isSpace(octet)) break;
    }
    return end;
  }

  #findValueEnd(position: number): number {
    let end = position;
    for (; end < this.#html.length; end += 1) {
      const octet = this.#html.charCodeAt(end);
      if (octet === GREATER_THAN || isSpace(octet)) break;
    }
    return end;
  }

  #findText(position: number): number {
    let start = position;
    while (isSpace(this.#html.charCodeAt(start))) start += 1;
    return start;
  }
}

function isLetter(octet: number): boolean {
  const lowerCased = octet | 0x20;
  return lowerCased >= 0x61 && lowerCased <= 0x7a;
}

/** Space, tab, line feed, form feed, carriage return. */
function isSpace(octet: number): boolean {
  return octet === 0x20 || octet === 0x0a || octet === 0x09 || octet === 0x0d || octet === 0x0c;
}
