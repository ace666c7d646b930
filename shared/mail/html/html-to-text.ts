// Converts an html body to plain text, for recipients and spam filters that need text/plain. Nearly every mail passes
// here, so the text is written while the html is read, without building a tree: the library html-to-text took as long
// as a third of a signature. Html is untrusted input: the converted length is bounded, and the time is linear in it for
// any nesting. The text of longer html is cut off; the html itself is sent unchanged.

import { TextLines } from '../text-lines.ts';
import { HiddenElements, mayHide } from './hidden-elements.ts';
import type { HtmlElement } from './html-elements.ts';
import { type HtmlHandler, scanHtml, type TagPlace } from './html-scanner.ts';
import { OPTIONAL_END } from './missing-end.ts';

/** Mail clients cut off a message at about 100 KB. */
const CONVERTED_MAX_LENGTH = 128 * 1024;
/** Most open elements that are searched for the start tag of an end tag; browsers do not nest deeper. */
const DEEPEST_NESTING = 512;

const RULE = '-'.repeat(40);
/** Nothing in them ends an element around them. */
const SCOPES: ReadonlySet<string> = new Set(
  'body button caption dl object ol table td template th ul'.split(' '),
);

/** Characters without a width: previews are padded with them, words have one at a time. */
const CLASS = '\\u034f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2060-\\u2064\\ufeff';
const PADDING_FROM = 3;
const WIDTHLESS = new RegExp(`[${CLASS}]`, 'g');
const SPACED_WIDTHLESS = new RegExp(`[${CLASS}\\s]{${PADDING_FROM},}`, 'g');

interface List {
  /** The number of the next item; undefined: the list is not numbered. */
  next: number | undefined;
}

/** Converts what html shows to text; an empty string when it shows none. */
export function htmlToText(html: string): string {
  const converted = html.slice(0, CONVERTED_MAX_LENGTH);
  if (!mayHide(converted)) return convert(converted);
  const hidden = new HiddenElements(converted);
  const text = convert(converted, hidden);
  // An element whose end was forgotten would hide the rest of the mail.
  return hidden.unclosed.size > 0 ? convert(converted, new HiddenElements(converted, hidden.unclosed)) : text;
}

/** Converts all of html to text, hidden elements too: a report may have the sought text anywhere. */
export function allHtmlToText(html: string): string {
  return convert(html.slice(0, CONVERTED_MAX_LENGTH));
}

function convert(html: string, hidden?: HiddenElements): string {
  const writer = new TextWriter(hidden);
  scanHtml(html, writer);
  return withoutPadding(writer.end(html.length < CONVERTED_MAX_LENGTH));
}

class TextWriter implements HtmlHandler {
  readonly #hidden: HiddenElements | undefined;
  readonly #lines = new TextLines();
  readonly #open: HtmlElement[] = [];
  readonly #lists: List[] = [];
  readonly #links: { href: string; start: number }[] = [];
  #invisible = 0;
  /** Open elements of svg and math. */
  #foreign = 0;

  constructor(hidden: HiddenElements | undefined) {
    this.#hidden = hidden;
  }

  onText(text: string): void {
    if (this.#invisible === 0 && !this.#hidden?.shade?.isTiny) this.#write(text);
  }

  onOpenTag(
    element: HtmlElement,
    attribute: string | undefined,
    isSelfClosed: boolean,
    place: TagPlace,
  ): void {
    if (element.ends.size > 0) this.#endOthers(element.ends);
    const isHidden = this.#hidden?.open(element.name, place, this.#open.length + 1);
    this.#open.push(isHidden ? { ...element, isInvisible: true } : element);
    this.#begin(this.#open.at(-1) ?? element, attribute);
    if (element.isVoid || (isSelfClosed && this.#foreign > 0)) this.#closeInnermost();
  }

  onCloseTag(element: HtmlElement): void {
    const { name, isVoid } = element;
    const depth = isVoid ? -1 : this.#depthOf(name);
    if (depth !== -1) {
      while (this.#open.length > depth + 1) this.#closeInnermost(false);
      this.#closeInnermost();
    }
    // Browsers treat these two end tags without a start tag as empty elements
    // (https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody).
    else if (name === 'p' || name === 'br') {
      this.#open.push(element);
      this.#begin(element, undefined);
      this.#closeInnermost();
    }
  }

  /** @param isWhole false: html was cut off, so the ends of its elements are unknown */
  end(isWhole: boolean): string {
    while (this.#open.length > 0) this.#closeInnermost(!isWhole);
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
    if (this.#invisible > 0) return;
    this.#lines.breakLine(this.#breaksAround(element));
    if (name === 'br') this.#lines.hardBreak();
    else if (name === 'hr') this.#write(RULE);
    else if (name === 'td' || name === 'th') this.#lines.space();
    else if (name === 'a') this.#links.push({ href: attribute ?? '', start: this.#lines.length });
    else if (name === 'li') this.#lines.mark(this.#bullet());
    else if (name === 'pre') this.#lines.preformatted += 1;
    else if (name === 'blockquote') this.#lines.indent('> ');
    else if (name === 'ul' || name === 'ol') this.#openList(name, attribute);
  }

  /** @param isEnded false: its parent ends */
  #closeInnermost(isEnded = true): void {
    const depth = this.#open.length;
    const element = this.#open.pop();
    if (!element) return;
    const { name } = element;
    const isShown = this.#invisible === 0;
    if (element.isInvisible) this.#invisible -= 1;
    if (element.isForeign) this.#foreign -= 1;
    if (isShown) this.#finish(element);
    this.#hidden?.close(depth, isEnded || OPTIONAL_END.has(name));
  }

  #finish(element: HtmlElement): void {
    const { name } = element;
    if (name === 'a') this.#closeLink();
    this.#lines.breakLine(this.#breaksAround(element));
    if (name === 'pre') this.#lines.preformatted -= 1;
    else if (name === 'blockquote') this.#lines.outdent();
    else if (name === 'ul' || name === 'ol') this.#closeList();
  }

  /**
   * Closes what an element ends by its beginning. Where something is hidden also around others, as browsers do it: it decides
   * how far it is hidden.
   */
  #endOthers(ends: ReadonlySet<string>): void {
    const deepest = this.#open.length - 1;
    for (let depth = deepest; depth >= 0 && depth > deepest - DEEPEST_NESTING; depth -= 1) {
      const name = this.#open[depth]?.name ?? '';
      if (ends.has(name)) while (this.#open.length > depth) this.#closeInnermost();
      else if (!this.#hidden?.shade || SCOPES.has(name)) return;
    }
  }

  #write(text: string): void {
    if (!this.#hidden?.shade?.isUnseen) this.#lines.write(text);
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
    if (shown !== target) this.#write(shown === '' ? target : ` [${target}]`);
  }
}

/** Without runs of characters that have no width; the lines around them stay. */
function withoutPadding(text: string): string {
  if (text.search(WIDTHLESS) === -1) return text;
  const shorten = (run: string) => (/\n+/.exec(run) ?? [' '])[0];
  return text
    .replace(SPACED_WIDTHLESS, (run) =>
      (run.match(WIDTHLESS)?.length ?? 0) < PADDING_FROM ? run : shorten(run),
    )
    .trim();
}
