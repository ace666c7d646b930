// What a person means who gives a URL or an address where the name of a domain is wanted. Pure: it only offers, the server
// judges.

/** A scheme, with or without the slashes after it. */
const SCHEME = /^[a-z][a-z0-9+.-]*:(?:\/\/)?/i;

/**
 * The name within a typed text.
 * @returns undefined if the text is not more than a name, or has none
 */
export function nameWithin(typed: string): string | undefined {
  const text = typed.trim();
  const name = text
    .replace(/^.*<([^<>]*)>.*$/s, '$1')
    .replace(SCHEME, '')
    .replace(/[/?#\s].*$/s, '')
    .replace(/^.*@/s, '')
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    // A site is at `www`; mail is sent from the name below it.
    .replace(/^www\.(?=.+\.)/i, '');
  const isName = /^[^\s.@/:]+(?:\.[^\s.@/:]+)+$/.test(name);
  return isName && name.toLowerCase() !== text.toLowerCase().replace(/\.$/, '') ? name : undefined;
}
