// Links that each recipient of a mail has of their own: contents name them as placeholders (`{{{UNSUBSCRIBE_URL}}}`),
// which are replaced when the message is made. A placeholder without a link stays unchanged.
import { POLL_OPTIONS_MAX } from '../../contract/limits.ts';

/** The links of one recipient: ASCII without white space, quotes and angle brackets. */
export type RecipientLinks = Partial<Record<LinkKind, string>>;

/** The target of a recipient's link. */
export type LinkKind = 'unsubscribe' | 'preferences' | 'webVersion' | PollLinkKind;

/** The n-th option of the mail's poll, counted from 1. */
export type PollLinkKind = `poll${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`;

/** The options of a poll. Their placeholders are written by us alone: clients write `{{{POLL}}}`. */
const pollNumbers = Array.from({ length: POLL_OPTIONS_MAX }, (_, index) => index + 1);

/** The names of placeholders. The first one of a link is its shortest form. */
const KINDS: ReadonlyMap<string, LinkKind> = new Map<string, LinkKind>([
  ['UNSUBSCRIBE_URL', 'unsubscribe'],
  ['RESEND_UNSUBSCRIBE_URL', 'unsubscribe'],
  ['PREFERENCES_URL', 'preferences'],
  ['WEB_VERSION_URL', 'webVersion'],
  ...pollNumbers.map((number): [string, LinkKind] => [`POLL_${number}`, `poll${number}` as PollLinkKind]),
]);

/** The form of a template's variables: blanks may surround the name, and a fallback may follow it. */
const PLACEHOLDER = new RegExp(
  `\\{\\{\\{\\s*(${[...KINDS.keys()].join('|')})\\s*(?:\\|[^{}]*)?\\}\\}\\}`,
  'g',
);

/**
 * A scheme before a placeholder, which link editors add when a person types none: the link has one of its own. The
 * characters before a placeholder are searched for it.
 */
const SCHEMES = /(?<![a-z0-9+.-])(?:https?:\/\/\s*)+$/i;
const SCHEMES_MAX_LENGTH = 40;

/**
 * Later placeholders stay unchanged: a link is up to twenty times as long as its placeholder, so that ten megabytes
 * of them would become two hundred, for each recipient.
 */
export const PLACEHOLDERS_MAX = 10_000;

/** False: html or text has no placeholders. A search for their beginning alone costs nearly nothing. */
export function mayHaveRecipientLinks(content: string): boolean {
  return content.includes('{{{');
}

/** A place that is replaced by a link. */
export interface LinkPlaceholder {
  /** The start of a scheme before the placeholder, if there is one. */
  start: number;
  end: number;
  kind: LinkKind;
}

/** The placeholders in their shortest form. */
const SHORTEST: RecipientLinks = mapKinds((name) => placeholderOf(name));

/**
 * Marks for the links in texts that are made once for all recipients. They begin as links do, since html is recognized
 * by that. Unicode has the characters at their end (noncharacters) for use within a program only.
 */
const SUBSTITUTES: RecipientLinks = mapKinds(
  (_, number) => `https://${String.fromCharCode(0xfdd0 + number)}`,
);

/** The placeholder of a name, as contents have it. */
export function placeholderOf(name: string): string {
  return `{{{${name}}}}`;
}

/** Finds the placeholders of some links, in their order. */
export function findLinkPlaceholders(
  content: string,
  isWanted: (kind: LinkKind) => boolean,
): LinkPlaceholder[] {
  if (!mayHaveRecipientLinks(content)) return [];
  const found: LinkPlaceholder[] = [];
  for (const { index, 0: placeholder, 1: name = '' } of content.matchAll(PLACEHOLDER)) {
    const kind = KINDS.get(name);
    if (!kind || !isWanted(kind)) continue;
    const before = content.slice(Math.max(0, index - SCHEMES_MAX_LENGTH), index);
    const scheme = SCHEMES.exec(before)?.[0] ?? '';
    found.push({ start: index - scheme.length, end: index + placeholder.length, kind });
    if (found.length === PLACEHOLDERS_MAX) break;
  }
  return found;
}

/** Replaces the placeholders in html or text. A fallback is ignored: there always is a link. */
export function insertRecipientLinks(content: string, links: RecipientLinks): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end, kind } of findLinkPlaceholders(content, (wanted) => links[wanted] !== undefined)) {
    pieces.push(content.slice(position, start), links[kind] ?? '');
    position = end;
  }
  return position === 0 ? content : pieces.join('') + content.slice(position);
}

const NOWHERE: RecipientLinks = mapKinds(() => '#');

/** For a look at a mail by others than its recipient: the links of the recipient lead nowhere. */
export function withoutRecipientLinks(content: string): string {
  return insertRecipientLinks(content, NOWHERE);
}

/** Writes the placeholders of some links in their shortest form, so that no fallback in them can be taken for html. */
export function shortenLinkPlaceholders(content: string, kinds: readonly LinkKind[]): string {
  return insertRecipientLinks(content, pick(SHORTEST, kinds));
}

/**
 * Prepares the text of html for many recipients.
 * @param kinds the links that each of them has
 * @param convert makes a text of html that has links, wherever they lead
 * @returns the text with the links of one recipient
 */
export function prepareTextWithLinks(
  html: string,
  kinds: readonly LinkKind[],
  convert: (html: string) => string,
): (links: RecipientLinks) => string {
  const substitutes = pick(SUBSTITUTES, kinds);
  const text = convert(insertRecipientLinks(html, substitutes));
  return (links) =>
    kinds.reduce((filled, kind) => filled.replaceAll(substitutes[kind] ?? '', () => links[kind] ?? ''), text);
}

function mapKinds(write: (name: string, number: number) => string): RecipientLinks {
  const links: RecipientLinks = {};
  for (const [number, [name, kind]] of [...KINDS].entries()) links[kind] ??= write(name, number);
  return links;
}

function pick(links: RecipientLinks, kinds: readonly LinkKind[]): RecipientLinks {
  return Object.fromEntries(kinds.map((kind) => [kind, links[kind]]));
}
