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
 * Stand for the links in what is made once for all recipients: Unicode has these characters (noncharacters) for use
 * within a program only.
 */
const STAND_INS: UnsubscribeLinks = { unsubscribe: '\ufdd0', preferences: '\ufdd1' };

/** The placeholders in their shortest form. */
const SHORTEST: UnsubscribeLinks = {
  unsubscribe: '{{{UNSUBSCRIBE_URL}}}',
  preferences: '{{{PREFERENCES_URL}}}',
};

/** Writes all placeholders in their shortest form, so that no fallback in them can be taken for html. */
export function shortenUnsubscribePlaceholders(content: string): string {
  return insertUnsubscribeLinks(content, SHORTEST);
}

/** Finds the placeholders, in their order. */
export function findUnsubscribePlaceholders(content: string): UnsubscribePlaceholder[] {
  if (!mayHaveUnsubscribeLinks(content)) return [];
  return [...content.matchAll(PLACEHOLDER)].map(({ index, 0: { length }, 1: name = '' }) => ({
    ...{ start: index, end: index + length },
    link: linkNamed(name),
  }));
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
      .replaceAll(STAND_INS.unsubscribe, links.unsubscribe)
      .replaceAll(STAND_INS.preferences, links.preferences);
}

/** Replaces the placeholders in html or text. A fallback is ignored: there always is a link. */
export function insertUnsubscribeLinks(content: string, links: UnsubscribeLinks): string {
  if (!mayHaveUnsubscribeLinks(content)) return content;
  return content.replace(PLACEHOLDER, (_placeholder, name: string) => links[linkNamed(name)]);
}

function linkNamed(name: string): keyof UnsubscribeLinks {
  return name === 'PREFERENCES_URL' ? 'preferences' : 'unsubscribe';
}

/** The URLs of a List-Unsubscribe among the custom header fields of an email (RFC 2369 §2). */
export function givenUnsubscribeUrls(headers: Readonly<Record<string, string>>): string[] {
  const given = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'list-unsubscribe');
  return given.flatMap(([, value]) => [...value.matchAll(/<([^<>]*)>/g)].map(([, url = '']) => url));
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
