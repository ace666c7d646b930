// Parses the URLs that users give, with the same result on every Node that we support: a host in Unicode or punycode is
// converted by ourselves (international-names.ts). `URL.canParse` is not used: after some thousand calls Node 20 and 22
// switch to a faster version of it, which refuses hosts like `grüße.dev` (`URL.parse` exists from Node 22 on).
import { toAsciiName } from './international-names.ts';

/** The parts before the host, and the host without its port. */
const HOST = /^((?:https?:\/*|\/\/+)(?:[^/?#]*@)?)([^/?#:]*)/i;
/** `URL` would decode it to a character outside of ASCII, and convert that itself. */
const HIDDEN_CHARACTER = /%[89a-f]/i;
/** The URL standard's forbidden host code points: UTS #46 maps the full-width forms of some of them to ASCII. */
const FORBIDDEN = /[\0-\x20"#%/:<>?@[\\\]^`{|}\x7f]/;
const PLAIN_ASCII = /^[\0-\x7f]*$/;
const PUNYCODE = /(?:^|\.)xn--/i;

/** The URL, or undefined when it is malformed. @param base what a relative URL is relative to */
export function parseUrl(text: string, base?: string): URL | undefined {
  const [beginning = '', start = '', host = ''] = HOST.exec(text) ?? [];
  const asciiHost = PLAIN_ASCII.test(host) && !PUNYCODE.test(host) ? host : toAsciiHost(host);
  if (asciiHost === undefined || HIDDEN_CHARACTER.test(host)) return undefined;
  try {
    return new URL(start + asciiHost + text.slice(beginning.length), base);
  } catch {
    return undefined;
  }
}

function toAsciiHost(host: string): string | undefined {
  const name = toAsciiName(host);
  return name === undefined || FORBIDDEN.test(name) ? undefined : name;
}
