// Reads the visible parts of html for the checklist: its text, the texts of its links, and its images. Html is
// untrusted: the time is linear in it (html-scanner.ts), other work runs in between, and the result is bounded.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AttributeReader } from './html-attributes.ts';
import type { HtmlElement } from './html-elements.ts';
import { type HtmlHandler, HtmlScanner, type TagPlace } from './html-scanner.ts';

/** A link, and what a reader sees of it. */
export interface ShownLink {
  /** The target, with its character references decoded. */
  href: string;
  text: string;
  /** The start tag as it was written. */
  tag: string;
}

/** The visible parts of html. */
export interface ShownHtml {
  /** All text, with blanks for tags. */
  text: string;
  /** The text that is in no link. */
  unlinkedText: string;
  links: readonly ShownLink[];
  images: number;
  /** The start tags of images without `alt`, as they were written; an empty `alt` says that the image shows nothing. */
  imagesWithoutAlt: readonly string[];
}

/** Html that is scanned in a turn of the event loop: up to 20 ms. */
const SCANNED_A_TURN = 256 * 1024;
/** The most links and images in the result: no mail that a person reads has as many, and hostile ones take long to parse. */
const KEPT_MAX = 1_000;
/** The characters of a link's text in the result. */
const LINK_TEXT_MAX = 500;

/** Reads html. */
export async function readShownHtml(html: string): Promise<ShownHtml> {
  const reader = new ShownReader(html);
  const scanner = new HtmlScanner(html, reader);
  while (scanner.scan(SCANNED_A_TURN) !== -1) await nextTurn();
  return reader.end();
}

class ShownReader implements HtmlHandler {
  readonly #html: string;
  readonly #attributes: AttributeReader;
  readonly #texts: string[] = [];
  readonly #unlinked: string[] = [];
  readonly #links: ShownLink[] = [];
  readonly #withoutAlt: string[] = [];
  #images = 0;
  /** The link that is open. */
  #link: ShownLink | undefined;

  constructor(html: string) {
    this.#html = html;
    this.#attributes = new AttributeReader(html);
  }

  onText(text: string): void {
    this.#texts.push(text);
    if (!this.#link) this.#unlinked.push(text);
    else if (this.#link.text.length < LINK_TEXT_MAX) this.#link.text += text;
  }

  onOpenTag(
    { name }: HtmlElement,
    attribute: string | undefined,
    _isSelfClosed: boolean,
    { nameEnd, end }: TagPlace,
  ): void {
    const tag = () => this.#html.slice(nameEnd - name.length - 1, end);
    if (name === 'a' && attribute !== undefined) this.#openLink({ href: attribute, text: '', tag: tag() });
    if (name !== 'img') return;
    this.#images += 1;
    if (this.#withoutAlt.length < KEPT_MAX && !this.#hasAlt(nameEnd)) this.#withoutAlt.push(tag());
  }

  onCloseTag({ name }: HtmlElement): void {
    if (name === 'a') this.#link = undefined;
  }

  end(): ShownHtml {
    return {
      text: spaced(this.#texts),
      unlinkedText: spaced(this.#unlinked),
      links: this.#links.map((link) => ({
        ...link,
        text: link.text.slice(0, LINK_TEXT_MAX).replace(/\s+/g, ' ').trim(),
      })),
      images: this.#images,
      imagesWithoutAlt: this.#withoutAlt,
    };
  }

  /** Links are not nested: the next one ends the one before. */
  #openLink(link: ShownLink): void {
    this.#link = link;
    if (this.#links.length < KEPT_MAX) this.#links.push(link);
  }

  #hasAlt(nameEnd: number): boolean {
    const attributes = this.#attributes;
    attributes.begin(nameEnd);
    while (attributes.next()) if (attributes.name === 'alt') return true;
    return false;
  }
}

function spaced(texts: readonly string[]): string {
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}
