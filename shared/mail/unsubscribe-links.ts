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

/** Replaces the placeholders in html or text. A fallback is ignored: there always is a link. */
export function insertUnsubscribeLinks(content: string, links: UnsubscribeLinks): string {
  if (!mayHaveUnsubscribeLinks(content)) return content;
  return content.replace(PLACEHOLDER, (_placeholder, name: string) =>
    name === 'PREFERENCES_URL' ? links.preferences : links.unsubscribe,
  );
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
