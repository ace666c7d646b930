// Converts an html body to plain text, for recipients and spam filters that need text/plain. Nearly every mail passes
// here, so the text is written while the html is read, without building a tree: the library html-to-text took as long
// as a third of a signature. Html is untrusted input: the converted length is bounded, and the time is linear in it for
// any nesting. The text of longer html is cut off; the html itself is sent unchanged.

import { TextLines } from '../text-lines.ts';
import type { HtmlElement } from './html-elements.ts';
import { type HtmlHandler, scanHtml } from './html-scanner.ts';

/** Mail clients cut off a message at about 100 KB. */
const CONVERTED_MAX_LENGTH = 128 * 1024;
/** Most open elements that are searched for the start tag of an end tag; browsers do not nest deeper. */
const DEEPEST_NESTING = 512;

const RULE = '-'.repeat(40);

interface List {
  /** The number of the next item; undefined: the list is not numbered. */
  next: number | undefined;
}

/** Converts html to text; an empty string when it contains no text. */
export function htmlToText(html: string): string {
  const writer = new TextWriter();
  scanHtml(html.slice(0, CONVERTED_MAX_LENGTH), writer);
  return writer.end();
}

class TextWriter implements HtmlHandler {
  readonly #lines = new TextLines();
  readonly #open: HtmlElement[] = [];
  readonly #lists: List[] = [];
  readonly #links: { href: string; start: number }[] = [];
  #invisible = 0;
  /** Open elements of svg and math. */
  #foreign = 0;

  onText(text: string): void {
    if (this.#invisible === 0) this.#lines.write(text);
  }

  onOpenTag(element: HtmlElement, attribute: string | undefined, isSelfClosed: boolean): void {
    while (element.ends.has(this.#open.at(-1)?.name ?? '')) this.#closeInnermost();
    this.#open.push(element);
    this.#begin(element, attribute);
    if (element.isVoid || (isSelfClosed && this.#foreign > 0)) this.#closeInnermost();
  }

  onCloseTag(element: HtmlElement): void {
    const { name, isVoid } = element;
    const depth = isVoid ? -1 : this.#depthOf(name);
    if (depth !== -1) while (this.#open.length > depth) this.#closeInnermost();
    // Browsers treat these two end tags without a start tag as empty elements
    // (https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody).
    else if (name === 'p' || name === 'br') {
      this.#open.push(element);
      this.#begin(element, undefined);
      this.#closeInnermost();
    }
  }

  end(): string {
    while (this.#open.length > 0) this.#closeInnermost();
    return this.#lines.end();
  }

  /** The depth of the innermost open element with this name; -1 when there is none. */
  #depthOf(name: string): number {
    const deepest = this.#open.length - 1;
    for (let depth = deepest; depth >= 0 && depth > deepest - DEEPEST_NESTING; depth -= 1)
      if (this.#open[depth]?.name === name) return depth;
    return -1;
  }

  #begin(element: HtmlElement, attribute: string | undefined): void {
    const { name } = element;
    if (element.isInvisible) this.#invisible += 1;
    if (element.isForeign) this.#foreign += 1;
    this.#lines.breakLine(this.#breaksAround(element));
    if (name === 'br') this.#lines.hardBreak();
    else if (name === 'hr') this.#lines.write(RULE);
    else if (name === 'td' || name === 'th') this.#lines.space();
    else if (name === 'a') this.#links.push({ href: attribute ?? '', start: this.#lines.length });
    else if (name === 'li') this.#lines.mark(this.#bullet());
    else if (name === 'pre') this.#lines.preformatted += 1;
    else if (name === 'blockquote') this.#lines.indent('> ');
    else if (name === 'ul' || name === 'ol') this.#openList(name, attribute);
  }

  #closeInnermost(): void {
    const element = this.#open.pop();
    if (!element) return;
    const { name } = element;
    if (element.isInvisible) this.#invisible -= 1;
    if (element.isForeign) this.#foreign -= 1;
    if (name === 'a') this.#closeLink();
    this.#lines.breakLine(this.#breaksAround(element));
    if (name === 'pre') this.#lines.preformatted -= 1;
    else if (name === 'blockquote') this.#lines.outdent();
    else if (name === 'ul' || name === 'ol') this.#closeList();
  }

  /** A nested list is part of an item of the outer list, so no empty line is around it. */
  #breaksAround({ name, lineBreaks }: HtmlElement): number {
    const isList = name === 'ul' || name === 'ol';
    return isList && this.#lists.length > 0 ? 1 : lineBreaks;
  }

  #openList(name: string, start = '1'): void {
    const first = Number.parseInt(start, 10) || 1;
    if (this.#lists.length > 0) this.#lines.indent('   ');
    this.#lists.push({ next: name === 'ol' ? first : undefined });
  }

  #closeList(): void {
    this.#lists.pop();
    if (this.#lists.length > 0) this.#lines.outdent();
  }

  #bullet(): string {
    const list = this.#lists.at(-1);
    if (list?.next === undefined) return ' * ';
    list.next += 1;
    return ` ${list.next - 1}. `;
  }

  /** Writes the target of a link, unless it is the text of the link or leads to another place in the same page. */
  #closeLink(): void {
    const { href = '', start = 0 } = this.#links.pop() ?? {};
    const target = href.trim().replace(/^mailto:/i, '');
    if (target === '' || target.startsWith('#')) return;
    const shown = this.#lines.since(start);
    if (shown !== target) this.#lines.write(shown === '' ? target : ` [${target}]`);
  }
}
