// Finds the links of html that are tracked: the values of `href` of `a` and `area`, and of the `v:` elements with which
// buttons are drawn for Outlook, also in its conditional comments. Places in the html are returned, so that nothing else
// of it is ever changed. Html is untrusted: the time is linear in it (html-scanner.ts).
import { AttributeReader } from '../html/html-attributes.ts';
import type { HtmlElement } from '../html/html-elements.ts';
import { type HtmlHandler, scanHtml, type TagPlace } from '../html/html-scanner.ts';
import { linkTargetOf } from './link-target.ts';
import { TRACKED_LINKS_MAX } from './tracking-tokens.ts';

/** A link: the place of its value in the html, without quotes, and where it leads. */
export interface FoundLink {
  start: number;
  end: number;
  target: string;
}

/** Attributes by which a client says that a link is not tracked; the second one is that of other services. */
const SWITCHES = new Set(['data-track', 'clicktracking']);
/** `<!--[if mso]>`: what follows is html for Outlook, up to `<![endif]-->`. */
const CONDITION = /^<!--\[if\s[^\]]{0,200}\]>/i;
const CONDITION_END = '-->';
/** A link of ours, which differs for each recipient, is named so in contents (shared/mail/unsubscribe-links.ts). */
const PLACEHOLDER_START = '{{{';

/**
 * Finds the links, in their order.
 * @param isUntracked says of a target that it is not tracked
 */
export function findLinks(html: string, isUntracked: (target: string) => boolean): FoundLink[] {
  const links: FoundLink[] = [];
  scanHtml(html, new LinkFinder(html, 0, { links, isUntracked }));
  return links;
}

interface Search {
  links: FoundLink[];
  isUntracked(target: string): boolean;
}

class LinkFinder implements HtmlHandler {
  readonly #html: string;
  /** Where this html begins in the whole. */
  readonly #offset: number;
  readonly #search: Search;
  readonly #attributes: AttributeReader;

  constructor(html: string, offset: number, search: Search) {
    this.#html = html;
    this.#offset = offset;
    this.#search = search;
    this.#attributes = new AttributeReader(html);
  }

  get isDone(): boolean {
    return this.#search.links.length >= TRACKED_LINKS_MAX;
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
    const written = this.#html.slice(value.start, value.end);
    if (written.includes(PLACEHOLDER_START)) return;
    const target = linkTargetOf(written);
    if (target === undefined || this.#search.isUntracked(target)) return;
    const { start, end } = value;
    this.#search.links.push({ start: this.#offset + start, end: this.#offset + end, target });
  }

  /** What only Outlook reads is html of its own. */
  onComment(start: number, end: number): void {
    const comment = this.#html.slice(start, end);
    const condition = CONDITION.exec(comment)?.[0];
    if (condition === undefined || condition.length > comment.length - CONDITION_END.length) return;
    const inner = comment.slice(condition.length, -CONDITION_END.length);
    scanHtml(inner, new LinkFinder(inner, this.#offset + start + condition.length, this.#search));
  }

  /** The place of the value of `href`; undefined: there is none, or it is not to be tracked. */
  #findValue(nameEnd: number): Pick<FoundLink, 'start' | 'end'> | undefined {
    const attributes = this.#attributes;
    const seen = new Set<string>();
    let value: Pick<FoundLink, 'start' | 'end'> | undefined;
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
