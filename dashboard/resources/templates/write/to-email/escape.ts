// How texts and URLs of people come into an email: as they were written, never as html and never as Liquid; values too are never html. A brace is a
// character reference in html, is inside of `{% raw %}` in text, and is percent-encoded in a URL.
import { LINK_MARKERS } from '../../../../../shared/contract/templates/reserved-names.ts';
import { isVariableKey, VARIABLE_KEY } from '../document/schema.ts';

/** The characters that a template's field must not have, and that no mail client shows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the removed characters.
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\u007f]/g;
const MARKUP = /[&<>"'{}]/g;
/** The place where liquidjs would see the end of `raw`. */
const END_OF_RAW = /\{(?=%-?\s*endraw)/g;
const PLACE = `\\{\\{\\{\\s*(${VARIABLE_KEY})\\s*\\}\\}\\}`;
const PLACES = new RegExp(PLACE, 'gu');
/** A URL of the web, of an address, or from a variable. */
const LINK = new RegExp(`^(?:https?://[^/?#]|mailto:.|tel:.|${PLACE})`, 'iu');
const IMAGE = new RegExp(`^(?:https?://[^/?#]|${PLACE})`, 'iu');
const OUTSIDE_OF_URLS = /[\s{}<>"'`\\^|]/g;

/** A text or a URL in both parts of the email. */
export interface Written {
  html: string;
  text: string;
}

/** A text in both parts. */
export function writeText(text: string): Written {
  const clean = withoutUnwritable(text);
  return { html: clean.replace(MARKUP, toReference), text: asRaw(clean) };
}

/** The place of a value; an invalid key leaves its fallback. */
export function writePlace(key: string, fallback: string): Written {
  const plain = withoutUnwritable(fallback).replace(/[{}]/g, '');
  if (!isVariableKey(key)) return writeText(plain);
  const text = plain === '' ? `{{{${key}}}}` : `{{{${key}|${plain}}}}`;
  return { html: escapedPlace(key, plain), text };
}

/**
 * A place in html, where a value must not become html: a person may have typed it. Links of the recipient have one form
 * only.
 */
function escapedPlace(key: string, fallback: string): string {
  if (LINK_MARKERS.has(key)) return `{{{${key}}}}`;
  if (fallback === '') return `{{ ${key} }}`;
  // Liquid has no escapes in its texts.
  const quoted = fallback.includes('"') ? `'${fallback.replaceAll("'", '’')}'` : `"${fallback}"`;
  return `{{ ${key} | default: ${quoted} }}`;
}

/** The URL of a link; undefined: it leads nowhere, or to what runs code. */
export function writeUrl(url: string, form = LINK): Written | undefined {
  const clean = withoutUnwritable(url).trim();
  if (!form.test(clean)) return undefined;
  const parts = clean.split(PLACES).map((part, index) => (index % 2 === 0 ? encode(part) : { key: part }));
  const write = (place: (key: string) => string) =>
    parts.map((part) => (typeof part === 'string' ? part : place(part.key))).join('');
  const html = write((key) => escapedPlace(key, '')).replaceAll('&', '&amp;');
  return { html, text: write((key) => `{{{${key}}}}`) };
}

/** The URL of an image. */
export function writeImageUrl(url: string): Written | undefined {
  return writeUrl(url, IMAGE);
}

/** Removes characters that no field of a template may have. */
export function withoutUnwritable(text: string): string {
  return text.toWellFormed().replace(UNWRITABLE, '');
}

function asRaw(text: string): string {
  if (!text.includes('{')) return text;
  return `{% raw %}${text.replace(END_OF_RAW, '{{% endraw %}{% raw %}')}{% endraw %}`;
}

function toReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

function encode(part: string): string {
  return part.replace(OUTSIDE_OF_URLS, encodeURIComponent).replaceAll("'", '%27');
}
