// Puts the links by which a recipient unsubscribes into a message: the header fields List-Unsubscribe and
// List-Unsubscribe-Post (RFC 2369, RFC 8058), and `{{{UNSUBSCRIBE_URL}}}` and `{{{PREFERENCES_URL}}}` in the contents.

/** The links of one recipient: ASCII without white space, quotes and angle brackets. */
export interface UnsubscribeLinks {
  unsubscribe: string;
  preferences: string;
}

/** The form of a template's variables: blanks may surround the name, and a fallback may follow it. */
const PLACEHOLDER =
  /\{\{\{\s*(UNSUBSCRIBE_URL|RESEND_UNSUBSCRIBE_URL|PREFERENCES_URL)\s*(?:\|[^{}]*)?\}\}\}/g;

/**
 * Those after so many are left as they are: a link is up to twenty times as long as its placeholder, so that ten megabytes
 * of them would become two hundred, for each recipient.
 */
export const PLACEHOLDERS_MAX = 10_000;

/** False: html or text has no placeholders. A search for their beginning alone costs nearly nothing. */
export function mayHaveUnsubscribeLinks(content: string): boolean {
  return content.includes('{{{');
}

/** A place that is replaced by a link. */
export interface UnsubscribePlaceholder {
  start: number;
  end: number;
  link: keyof UnsubscribeLinks;
}

/**
 * Stand for the links in what is made once for all recipients. They begin as links do, since that decides what is html.
 * Unicode has the characters at their end (noncharacters) for use within a program only.
 */
const STAND_INS: UnsubscribeLinks = { unsubscribe: 'https://\ufdd0', preferences: 'https://\ufdd1' };

/** The placeholders in their shortest form. */
const SHORTEST: UnsubscribeLinks = {
  unsubscribe: '{{{UNSUBSCRIBE_URL}}}',
  preferences: '{{{PREFERENCES_URL}}}',
};

/** Writes all placeholders in their shortest form, so that no fallback in them can be taken for html. */
export function shortenUnsubscribePlaceholders(content: string): string {
  return insertUnsubscribeLinks(content, SHORTEST);
}

/** Finds the placeholders that are replaced, in their order. */
export function findUnsubscribePlaceholders(content: string): UnsubscribePlaceholder[] {
  if (!mayHaveUnsubscribeLinks(content)) return [];
  const found: UnsubscribePlaceholder[] = [];
  for (const { index, 0: placeholder, 1: name } of content.matchAll(PLACEHOLDER)) {
    const link = name === 'PREFERENCES_URL' ? 'preferences' : 'unsubscribe';
    found.push({ start: index, end: index + placeholder.length, link });
    if (found.length === PLACEHOLDERS_MAX) break;
  }
  return found;
}

/**
 * Prepares the text of html for many recipients.
 * @param convert makes a text of html that has links, wherever they lead
 * @returns the text with the links of one recipient
 */
export function prepareTextWithLinks(
  html: string,
  convert: (html: string) => string,
): (links: UnsubscribeLinks) => string {
  const text = convert(insertUnsubscribeLinks(html, STAND_INS));
  return (links) =>
    text
      .replaceAll(STAND_INS.unsubscribe, () => links.unsubscribe)
      .replaceAll(STAND_INS.preferences, () => links.preferences);
}

/** Replaces the placeholders in html or text. A fallback is ignored: there always is a link. */
export function insertUnsubscribeLinks(content: string, links: UnsubscribeLinks): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end, link } of findUnsubscribePlaceholders(content)) {
    pieces.push(content.slice(position, start), links[link]);
    position = end;
  }
  return position === 0 ? content : pieces.join('') + content.slice(position);
}

/**
 * The URLs of a List-Unsubscribe among the custom header fields of an email (RFC 2369 §2). Some clients write one without
 * its brackets.
 */
export function givenUnsubscribeUrls(headers: Readonly<Record<string, string>>): string[] {
  const given = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'list-unsubscribe');
  return given.flatMap(([, value]) => {
    const urls = [...value.matchAll(/<([^<>]*)>/g)].map(([, url = '']) => url.trim());
    return urls.length > 0 ? urls : [value.trim()];
  });
}

/**
 * Adds the fields to the custom header fields of an email. A List-Unsubscribe of the client's own is kept, and gets no
 * one-click field: we do not know whether its URL answers to that.
 * @param canOneClick false: the URL is not https, so mail clients would send it no one-click POST (RFC 8058 §3.1)
 */
export function addListUnsubscribe(
  headers: Readonly<Record<string, string>>,
  url: string,
  canOneClick: boolean,
): Readonly<Record<string, string>> {
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  if (given.has('list-unsubscribe')) return headers;
  const withPost = canOneClick && !given.has('list-unsubscribe-post');
  return {
    ...headers,
    'List-Unsubscribe': `<${url}>`,
    ...(withPost && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}
