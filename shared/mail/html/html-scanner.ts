// Html tokenizer for the conversion to text: reports texts and tags to a handler. Html is untrusted input, so the time
// is linear in its length, also for malformed html: a search without a result is the last one. It is our own because
// nearly every mail contains html: it skips text and quoted values with native searches and parses only the attribute
// that is needed, which takes a third of the time of htmlparser2. The tests compare its results with htmlparser2.
import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { AttributeReader, findNameEnd } from './html-attributes.ts';
import { elementOf, type HtmlElement } from './html-elements.ts';

/** Receives the tokens of html, in their order. */
export interface HtmlHandler {
  /** Whether it needs no further token, or none for now. */
  readonly isDone?: boolean;
  /** Whether it ignores the values of attributes: hostile ones take long to decode. */
  readonly isWithoutValues?: boolean;
  /** Character references are decoded. A text may arrive in several calls. */
  onText?(text: string): void;
  /**
   * @param attribute the value of the attribute that the element's text needs (`HtmlElement.attribute`)
   * @param isSelfClosed the tag ends in `/>`, which has a meaning only inside svg and math
   */
  onOpenTag(
    element: HtmlElement,
    attribute: string | undefined,
    isSelfClosed: boolean,
    place: TagPlace,
  ): void;
  onCloseTag?(element: HtmlElement, end: number): void;
  /** A comment, a doctype or the like: from its `<` to the position after its `>`. */
  onComment?(start: number, end: number): void;
}

/** The position of a start tag. */
export interface TagPlace {
  /** After the name of its element. */
  nameEnd: number;
  /** After its `>`. */
  end: number;
}

/** A tag with more of them is not a tag of a person: it is taken for one without an end. */
const ATTRIBUTES_MAX = 10_000;
const EXCLAMATION_MARK = 0x21;
const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;

/** Reports the tokens of html to a handler. A tag or comment without an end is ignored, with everything after it. */
export function scanHtml(html: string, handler: HtmlHandler): void {
  new HtmlScanner(html, handler).scan();
}

/** The same in parts, so that other work may run in between. */
export class HtmlScanner {
  readonly #html: string;
  readonly #handler: HtmlHandler;
  readonly #attributes: AttributeReader;
  /** After the last tag or comment that was reported. */
  #textStart = 0;
  /** The position of the next `<`; -1: all was reported. */
  #position: number;

  constructor(html: string, handler: HtmlHandler) {
    this.#html = html;
    this.#handler = handler;
    this.#attributes = new AttributeReader(html);
    this.#position = html.indexOf('<');
  }

  /**
   * Continues until the handler is done, or to the first tag or comment after so many characters.
   * @returns the position that it has reached; -1: all was reported
   */
  scan(characters = Number.POSITIVE_INFINITY): number {
    const html = this.#html;
    let position = this.#position;
    const end = position + characters;
    while (position !== -1 && position < end && !this.#handler.isDone) {
      if (this.#isMarkup(position)) {
        this.#reportText(this.#textStart, position);
        this.#textStart = this.#readMarkup(position);
        position = html.indexOf('<', this.#textStart);
      } else position = html.indexOf('<', position + 1);
    }
    this.#position = position;
    if (position === -1) this.#reportText(this.#textStart, html.length);
    return position;
  }

  #reportText(start: number, end: number): void {
    if (start >= end || !this.#handler.onText) return;
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
    const end = this.#findCommentEnd(position);
    if (end === -1) return html.length;
    this.#handler.onComment?.(position, end);
    return end;
  }

  /** @returns the position after it; -1: it has no end */
  #findCommentEnd(position: number): number {
    // `<!-->` is a complete comment.
    if (this.#html.startsWith('<!--', position)) return this.#after('-->', position + 2);
    if (this.#html.startsWith('<![CDATA[', position)) return this.#after(']]>', position);
    return this.#after('>', position);
  }

  #readOpenTag(nameStart: number): number {
    const nameEnd = findNameEnd(this.#html, nameStart);
    const element = elementOf(this.#html.slice(nameStart, nameEnd));
    const wanted = this.#handler.isWithoutValues ? undefined : element.attribute;
    const attribute = this.#readAttributes(nameEnd, wanted);
    const { tagEnd, isSelfClosed } = this.#attributes;
    if (tagEnd === -1) return this.#html.length;
    const end = tagEnd + 1;
    this.#handler.onOpenTag(element, attribute, isSelfClosed, { nameEnd, end });
    return element.isRaw && !isSelfClosed ? this.#readRawText(element, end) : end;
  }

  /** Goes to the end of the tag. @returns the value of the attribute that is wanted */
  #readAttributes(nameEnd: number, wanted: string | undefined): string | undefined {
    const attributes = this.#attributes;
    let value: string | undefined;
    let count = 0;
    attributes.begin(nameEnd);
    while (count < ATTRIBUTES_MAX && attributes.next()) {
      count += 1;
      // The first one of several attributes with the same name counts.
      if (wanted !== undefined && value === undefined && attributes.name === wanted)
        value = decodeHTMLAttribute(attributes.rawValue ?? '');
    }
    return value;
  }

  #readCloseTag(nameStart: number): number {
    const html = this.#html;
    if (!isLetter(html.charCodeAt(nameStart))) return this.#afterOrEnd('>', nameStart);
    const nameEnd = findNameEnd(html, nameStart);
    const end = this.#afterOrEnd('>', nameEnd);
    this.#handler.onCloseTag?.(elementOf(html.slice(nameStart, nameEnd)), end);
    return end;
  }

  /** Reports the raw text if it is visible. @returns the position of the end tag */
  #readRawText({ name, isInvisible }: HtmlElement, start: number): number {
    const endTag = new RegExp(`</${name}(?=[ \\t\\r\\n\\f/>])`, 'gi');
    endTag.lastIndex = start;
    const end = endTag.exec(this.#html)?.index ?? this.#html.length;
    if (!isInvisible) this.#reportText(start, end);
    return end;
  }

  /** @returns the position after the ending; -1: there is none */
  #after(ending: string, position: number): number {
    const end = this.#html.indexOf(ending, position);
    return end === -1 ? -1 : end + ending.length;
  }

  #afterOrEnd(ending: string, position: number): number {
    const end = this.#after(ending, position);
    return end === -1 ? this.#html.length : end;
  }
}

function isLetter(octet: number): boolean {
  const lowerCased = octet | 0x20;
  return lowerCased >= 0x61 && lowerCased <= 0x7a;
}
