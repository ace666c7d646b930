// The header fields by which a mail client unsubscribes: List-Unsubscribe and List-Unsubscribe-Post (RFC 2369, RFC 8058).

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
 * Adds the fields to the custom header fields of an email. A List-Unsubscribe of the client's own stays, and gets no
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
