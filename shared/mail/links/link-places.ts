// Finds the links of html: the values of `href` of `a` and `area`, and of the `v:` elements with which buttons are drawn for
// Outlook, also in its conditional comments. Places in the html are returned, so that nothing else of it is ever changed.
// Html is untrusted: the time is linear in it (html-scanner.ts), and other work runs in between.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AttributeReader } from '../html/html-attributes.ts';
import type { HtmlElement } from '../html/html-elements.ts';
import { type HtmlHandler, HtmlScanner, type TagPlace } from '../html/html-scanner.ts';

/** The place of the value of a link in the html, without its quotes. */
export interface LinkPlace {
  start: number;
  end: number;
}

/** Whether it also finds links that the client has excluded from tracking. */
type Wanted = 'all' | 'tracked';

/**
 * Links of html that are read: the number of a tracked one has two bytes in a token. No mail that a person reads has as many,
 * and each costs a signature for each recipient.
 */
export const LINKS_MAX = 10_000;
/** Attributes by which a client excludes a link from tracking; the second one is used by other services. */
const SWITCHES = new Set(['data-track', 'clicktracking']);
/** `<!--[if mso]>`: what follows is html for Outlook, up to `<![endif]-->`. */
const CONDITION = /^<!--\[if\s[^\]]{0,200}\]>/i;
const CONDITION_END = '-->';
/** A link of ours, which differs for each recipient, is named so in contents (shared/mail/recipient-links/recipient-links.ts). */
const PLACEHOLDER_START = '{{{';

/** Html that is scanned in a turn of the event loop: up to 20 ms. */
const SCANNED_A_TURN = 256 * 1024;
/** Characters of values that are read in a turn: up to 50 ms, where they are international names of hosts. */
const READ_A_TURN = 16 * 1024;
/** The cost of a value besides its characters. */
const COST_OF_VALUE = 100;

/**
 * Reads the first links, in their order, except our own.
 * @param read gets the value as it was written; false: it needs no further one
 */
export async function readLinks(
  html: string,
  wanted: Wanted,
  read: (written: string, place: LinkPlace) => boolean,
): Promise<void> {
  let cost = 0;
  for (const place of await findPlaces(html, wanted)) {
    const written = html.slice(place.start, place.end);
    cost += COST_OF_VALUE + written.length;
    if (cost > READ_A_TURN) {
      cost = 0;
      await nextTurn();
    }
    if (!written.includes(PLACEHOLDER_START) && !read(written, place)) return;
  }
}

/** Works in short turns: hostile html may have it read each link. */
async function findPlaces(html: string, wanted: Wanted): Promise<LinkPlace[]> {
  const places: LinkPlace[] = [];
  const finders = [new LinkFinder(html, { offset: 0, wanted, places })];
  let left = SCANNED_A_TURN;
  for (let finder = finders.at(-1); finder; finder = finders.at(-1)) {
    const { scanned, hasMore, inner } = finder.goOn(left);
    if (!hasMore) finders.pop();
    if (inner) finders.push(inner);
    left -= scanned;
    if (left > 0) continue;
    left = SCANNED_A_TURN;
    await nextTurn();
  }
  return places;
}

interface Finding {
  /** The position of this html in the whole. */
  offset: number;
  wanted: Wanted;
  /** The list to which found places are added. */
  places: LinkPlace[];
}

class LinkFinder implements HtmlHandler {
  readonly #html: string;
  /** The position of this html in the whole. */
  readonly #offset: number;
  readonly #wanted: Wanted;
  readonly #places: LinkPlace[];
  readonly #attributes: AttributeReader;
  readonly #scanner: HtmlScanner;
  readonly isWithoutValues = true;
  #position = 0;
  /** Finds links in the html of a comment, which comes before the rest of this html. */
  #inner: LinkFinder | undefined;

  constructor(html: string, { offset, wanted, places }: Finding) {
    this.#html = html;
    this.#offset = offset;
    this.#wanted = wanted;
    this.#places = places;
    this.#attributes = new AttributeReader(html);
    this.#scanner = new HtmlScanner(html, this);
  }

  get isDone(): boolean {
    return this.#inner !== undefined || this.#places.length === LINKS_MAX;
  }

  /**
   * Continues for about so many characters.
   * @returns how many it has read, and a finder whose html precedes the rest
   */
  goOn(characters: number): { scanned: number; hasMore: boolean; inner: LinkFinder | undefined } {
    const before = this.#position;
    const position = this.#scanner.scan(characters);
    const inner = this.#inner;
    this.#inner = undefined;
    this.#position = position === -1 ? this.#html.length : position;
    const hasMore = position !== -1 && this.#places.length < LINKS_MAX;
    return { scanned: this.#position - before, hasMore, inner };
  }

  onOpenTag(
    { name }: HtmlElement,
    _attribute: string | undefined,
    _isSelfClosed: boolean,
    { nameEnd }: TagPlace,
  ): void {
    if (name !== 'a' && name !== 'area' && !name.startsWith('v:')) return;
    const value = this.#findValue(nameEnd);
    if (!value) return;
    this.#places.push({ start: this.#offset + value.start, end: this.#offset + value.end });
  }

  /** Comments that only Outlook reads contain html of their own. */
  onComment(start: number, end: number): void {
    const comment = this.#html.slice(start, end);
    const condition = CONDITION.exec(comment)?.[0];
    if (condition === undefined || condition.length > comment.length - CONDITION_END.length) return;
    const inner = comment.slice(condition.length, -CONDITION_END.length);
    const offset = this.#offset + start + condition.length;
    this.#inner = new LinkFinder(inner, { offset, wanted: this.#wanted, places: this.#places });
  }

  /** The place of the value of `href`; undefined: there is none, or it is not wanted. */
  #findValue(nameEnd: number): LinkPlace | undefined {
    const attributes = this.#attributes;
    const seen = new Set<string>();
    let value: LinkPlace | undefined;
    attributes.begin(nameEnd);
    while (attributes.next()) {
      const { name } = attributes;
      if (name !== 'href' && !SWITCHES.has(name)) continue;
      // The first one of several attributes with the same name counts.
      if (seen.has(name)) continue;
      seen.add(name);
      if (name !== 'href') {
        const isOff = attributes.rawValue?.trim().toLowerCase() === 'off';
        if (isOff && this.#wanted === 'tracked') return undefined;
      } else if (attributes.valueStart !== -1)
        value = { start: attributes.valueStart, end: attributes.valueEnd };
    }
    return value;
  }
}
