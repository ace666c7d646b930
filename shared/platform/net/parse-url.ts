// Parses the URLs that users give, with the same result on every Node that we support. `URL.canParse` is not used: after
// some thousand calls Node 20 and 22 switch to a faster version of it, which refuses hosts like `grüße.dev`
// (`URL.parse` exists from Node 22 on).
import { hasDisputedCharacter, hasValidPunycode } from './international-names.ts';

/** The parts before the host, and the host with its port. */
const HOST = /^((?:https?:\/*|\/\/+)(?:[^/?#]*@)?)([^/?#]*)/i;
/** `URL` would decode it to characters outside of ASCII after we looked for them. */
const HIDDEN_CHARACTER = /%[89a-f]/i;

/** The URL, or undefined when it is malformed or the versions of Node read its host differently. */
export function parseUrl(text: string, base?: string): URL | undefined {
  const [, start = '', host = ''] = HOST.exec(text) ?? [];
  if (hasDisputedCharacter(host) || HIDDEN_CHARACTER.test(host)) return undefined;
  // `URL` normalizes too, but Node 24 does not sort combining marks after a composed letter.
  const normalized = start + host.normalize('NFC') + text.slice(start.length + host.length);
  let url: URL;
  try {
    url = new URL(normalized, base);
  } catch {
    return undefined;
  }
  return hasValidPunycode(url.hostname.replace(/\.$/, '')) ? url : undefined;
}
