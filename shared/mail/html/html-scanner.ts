// Cuts html into texts and tags, as far as the text of a mail needs them. Html comes from anybody, so its time is
// linear in the length, whatever is malformed: each search that finds nothing is the last one. It is our own because
// html is on the path of nearly every mail: native searches pass over text and quoted values, and only the attributes
// that are asked for are read, which takes a third of the time of htmlparser2. What it reads is compared with that.
import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { elementOf, type HtmlElement } from './html-elements.ts';

/** Who hears what the html holds, in its order. */
export interface HtmlHandler {
  /** Character references are decoded. A text may come in several pieces. */
  onText(text: string): void;
  /**
   * @param attribute the one that the element's text needs (`HtmlElement.attribute`)
   * @param isSelfClosed it ends in `/>`, which counts in svg and math alone
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

/** Tells a handler what the html holds; a tag or comment that does not end is left out with all behind it. */
export function scanHtml(html: string, handler: HtmlHandler): void {
  new HtmlScanner(html, handler).scan();
}

class HtmlScanner {
  readonly #html: string;
  readonly #handler: HtmlHandler;
  /** Of the tag that was read last. */
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
        this.#tellText(textStart, position);
        textStart = this.#readMarkup(position);
        position = html.indexOf('<', textStart);
      } else position = html.indexOf('<', position + 1);
    }
    this.#tellText(textStart, html.length);
  }

  #tellText(start: number, end: number): void {
    if (start >= end) return;
    const text = this.#html.slice(start, end);
    this.#handler.onText(text.includes('&') ? decodeHTML(text) : text);
  }

  /** Any other `<` is text. */
  #isMarkup(position: number): boolean {
    const octet = this.#html.charCodeAt(position + 1);
    const isEndTag = octet === SLASH && position + 2 < this.#html.length;
    return isLetter(octet) || isEndTag || octet === EXCLAMATION_MARK || octet === QUESTION_MARK;
  }

  /** @returns where it goes on */
  #readMarkup(position: number): number {
    const html = this.#html;
    const octet = html.charCodeAt(position + 1);
    if (isLetter(octet)) return this.#readOpenTag(position + 1);
    if (octet === SLASH) return this.#readCloseTag(position + 2);
    // `<!-->` is a comment too.
    if (html.startsWith('<!--', position)) return this.#behind('-->', position + 2);
    if (html.startsWith('<![CDATA[', position)) return this.#behind(']]>', position);
    return this.#behind('>', position);
  }

  #readOpenTag(nameStart: number): number {
    const nameEnd = this.#findNameEnd(nameStart);
    const element = elementOf(this.#html.slice(nameStart, nameEnd));
    const end = this.#readAttributes(nameEnd, element.attribute);
    if (end === -1) return this.#html.length;
    this.#handler.onOpenTag(element, this.#attribute, this.#isSelfClosed);
    return element.isRaw && !this.#isSelfClosed ? this.#passRawText(element, end + 1) : end + 1;
  }

  #readCloseTag(nameStart: number): number {
    if (!isLetter(this.#html.charCodeAt(nameStart))) return this.#behind('>', nameStart);
    const nameEnd = this.#findNameEnd(nameStart);
    this.#handler.onCloseTag(elementOf(this.#html.slice(nameStart, nameEnd)));
    return this.#behind('>', nameEnd);
  }

  /** What is seen of it is told. @returns where its end tag begins */
  #passRawText({ name, isUnseen }: HtmlElement, start: number): number {
    const endTag = new RegExp(`</${name}(?=[ \\t\\r\\n\\f/>])`, 'gi');
    endTag.lastIndex = start;
    const end = endTag.exec(this.#html)?.index ?? this.#html.length;
    if (!isUnseen) this.#tellText(start, end);
    return end;
  }

  /** @returns where the `>` of the tag is, -1: nowhere */
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

  /** @returns where it goes on */
  #readAttribute(nameStart: number, wanted: string | undefined): number {
    const html = this.#html;
    // Whatever its first character is, it belongs to the name.
    const nameEnd = this.#findNameEnd(nameStart + 1, EQUALS);
    const equals = this.#findText(nameEnd);
    // Of several of the same name the first one counts.
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

  #behind(ending: string, position: number): number {
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
