// The host that the text of a link shows, if it shows one: a URL, or a bare name that a reader takes for a host.

/** Endings that make a bare name a host for most readers; `Node.js` and `README.md` are none. */
const KNOWN_ENDINGS = new Set(['com', 'net', 'org', 'info', 'biz', 'edu', 'gov']);
const SHOWN = /^(https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24})(?::\d{1,5})?([/?#]\S*)?$/i;

/**
 * @param text without white space around it
 * @param target the host to which the link leads: a name with the same ending is a host
 */
export function shownHostOf(text: string, target: string): string | undefined {
  const [, scheme, host, rest] = SHOWN.exec(text) ?? [];
  if (host === undefined) return undefined;
  const ending = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const isUrl = scheme !== undefined || rest !== undefined || /^www\./i.test(host);
  return isUrl || KNOWN_ENDINGS.has(ending(host)) || ending(host) === ending(target) ? host : undefined;
}
