// Adds the parameters by which a client's statistics know the source of a visit (`utm_source` and the like) to the
// links of html that lack them, and removes them when links are counted (docs/reference/campaigns.md#links). Only the
// values of attributes change, as for tracked links. Html is untrusted: the additions are bounded.
import { escapeAttribute } from '../../platform/security/escape-html.ts';
import { type LinkPlace, readLinks } from './link-places.ts';
import { readLink, TARGET_MAX_LENGTH } from './link-target.ts';

/** The values of `utm_source`, `utm_medium`, `utm_campaign` and `utm_content`. */
export type Utm = Readonly<Partial<Record<(typeof UTM_NAMES)[number], string>>>;

/** A parameter, such as `utm_source`, and the text of it with its value, such as `utm_source=news`. */
interface Parameter {
  name: string;
  text: string;
}

/** The names in the order in which they are added. */
const UTM_NAMES = ['source', 'medium', 'campaign', 'content'] as const;
/** The most characters that all links of html get together: many equal links could make it a hundred times as long. */
const ADDED_MAX_LENGTH = 2_000_000;

/** Adds the parameters to links of the web that lack them; placeholders for links of ours stay. */
export async function addUtm(html: string, utm: Utm): Promise<string> {
  const parameters = parametersOf(utm);
  const pieces: string[] = [];
  let position = 0;
  let added = 0;
  await readLinks(html, 'all', (written, place) => {
    const value = withParameters(written, parameters);
    if (value === undefined) return true;
    const piece = quoted(html, place, value);
    added += piece.length - written.length;
    if (added > ADDED_MAX_LENGTH) return false;
    pieces.push(html.slice(position, place.start), piece);
    position = place.end;
    return true;
  });
  return position === 0 ? html : pieces.join('') + html.slice(position);
}

/**
 * A URL without the parameters that `addUtm` has added.
 * @param target of a link of the html, as a browser asks for it
 */
export function withoutUtm(target: string, utm: Utm): string {
  const [rest, fragment] = cutAt(target, '#');
  const [base, query] = cutAt(rest, '?');
  let kept = query;
  for (const { text } of parametersOf(utm).reverse()) {
    if (kept.endsWith(`&${text}`) || kept === `?${text}`) kept = kept.slice(0, -text.length - 1);
  }
  return base + kept + fragment;
}

function parametersOf(utm: Utm): Parameter[] {
  return UTM_NAMES.flatMap((each) => {
    const name = `utm_${each}`;
    const value = utm[each];
    return value === undefined ? [] : [{ name, text: `${name}=${encodeURIComponent(value)}` }];
  });
}

/** The value of a link with what it lacks; undefined: it lacks nothing, is not a link of the web, or would be too long. */
function withParameters(written: string, parameters: readonly Parameter[]): string | undefined {
  const link = readLink(written);
  if (!link) return undefined;
  const { url, target } = link;
  const [rest, fragment] = cutAt(url, '#');
  const [, query] = cutAt(rest, '?');
  const names = namesOf(query);
  const lacking = parameters.filter(({ name }) => !names.has(name)).map(({ text }) => text);
  if (lacking.length === 0) return undefined;
  const added = (query === '' ? '?' : '&') + lacking.join('&');
  if (target.length + added.length > TARGET_MAX_LENGTH) return undefined;
  return escapeAttribute(rest + added + fragment);
}

/** The names of parameters, in lower case. */
function namesOf(query: string): Set<string> {
  const parts = query.slice(1).split('&');
  return new Set(parts.map((part) => decodeName(cutAt(part, '=')[0]).toLowerCase()));
}

function decodeName(name: string): string {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The text before the first of a character, and from it on. */
function cutAt(text: string, character: string): [before: string, rest: string] {
  const place = text.indexOf(character);
  return place === -1 ? [text, ''] : [text.slice(0, place), text.slice(place)];
}

/** The value as it can stand where the former one did. */
function quoted(html: string, { start }: LinkPlace, value: string): string {
  const before = html[start - 1];
  if (before === '"') return value;
  return before === "'" ? value.replaceAll("'", '&#39;') : `"${value}"`;
}
