// Finds the links of html that are tracked: the values of `href` of `a` and `area`, and of the `v:` elements with which
// buttons are drawn for Outlook, also in its conditional comments. Places in the html are returned, so that nothing else
// of it is ever changed. Html is untrusted: the time is linear in it (html-scanner.ts).
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AttributeReader } from '../html/html-attributes.ts';
import type { HtmlElement } from '../html/html-elements.ts';
import { type HtmlHandler, scanHtml, type TagPlace } from '../html/html-scanner.ts';
import { linkTargetOf } from './link-target.ts';
import { TRACKED_LINKS_MAX } from './tracking-tokens.ts';

/** The place of the value of a link in the html, without its quotes. */
export interface LinkPlace {
  start: number;
  end: number;
}

/** A link that is tracked, and where it leads. */
export interface FoundLink extends LinkPlace {
  target: string;
}

/** Attributes by which a client says that a link is not tracked; the second one is that of other services. */
const SWITCHES = new Set(['data-track', 'clicktracking']);
/** `<!--[if mso]>`: what follows is html for Outlook, up to `<![endif]-->`. */
const CONDITION = /^<!--\[if\s[^\]]{0,200}\]>/i;
const CONDITION_END = '-->';
/** A link of ours, which differs for each recipient, is named so in contents (shared/mail/unsubscribe-links.ts). */
const PLACEHOLDER_START = '{{{';

/** Html may have a million links, and international names in them take long: other work runs in between. */
const LINKS_A_TURN = 1_000;

/**
 * Finds the links, in their order.
 * @param isUntracked says of a target that it is not tracked
 */
export async function findLinks(
  html: string,
  isUntracked: (target: string) => boolean,
): Promise<FoundLink[]> {
  const places: LinkPlace[] = [];
  scanHtml(html, new LinkFinder(html, 0, places));
  const links: FoundLink[] = [];
  for (const [index, { start, end }] of places.entries()) {
    if (links.length === TRACKED_LINKS_MAX) break;
    if (index % LINKS_A_TURN === LINKS_A_TURN - 1) await nextTurn();
    const written = html.slice(start, end);
    if (written.includes(PLACEHOLDER_START)) continue;
    const target = linkTargetOf(written);
    if (target !== undefined && !isUntracked(target)) links.push({ start, end, target });
  }
  return links;
}

class LinkFinder implements HtmlHandler {
  readonly #html: string;
  /** Where this html begins in the whole. */
  readonly #offset: number;
  readonly #places: LinkPlace[];
  readonly #attributes: AttributeReader;

  constructor(html: string, offset: number, places: LinkPlace[]) {
    this.#html = html;
    this.#offset = offset;
    this.#places = places;
    this.#attributes = new AttributeReader(html);
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

  /** What only Outlook reads is html of its own. */
  onComment(start: number, end: number): void {
    const comment = this.#html.slice(start, end);
    const condition = CONDITION.exec(comment)?.[0];
    if (condition === undefined || condition.length > comment.length - CONDITION_END.length) return;
    const inner = comment.slice(condition.length, -CONDITION_END.length);
    scanHtml(inner, new LinkFinder(inner, this.#offset + start + condition.length, this.#places));
  }

  /** The place of the value of `href`; undefined: there is none, or it is not to be tracked. */
  #findValue(nameEnd: number): LinkPlace | undefined {
    const attributes = this.#attributes;
    const seen = new Set<string>();
    let value: LinkPlace | undefined;
    attributes.begin(nameEnd);
    while (attributes.next()) {
      const { name } = attributes;
      if (name !== 'href' && !SWITCHES.has(name)) continue;
      // Of several attributes with the same name the first one counts.
      if (seen.has(name)) continue;
      seen.add(name);
      if (name !== 'href') {
        if (attributes.rawValue?.trim().toLowerCase() === 'off') return undefined;
      } else if (attributes.valueStart !== -1)
        value = { start: attributes.valueStart, end: attributes.valueEnd };
    }
    return value;
  }
}
