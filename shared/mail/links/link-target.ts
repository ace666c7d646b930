// The target of a link: the URL that a browser asks for when a person follows it, in ASCII, because a token contains it
// and the page of the link answers with it (docs/reference/tracking.md#links). Only characters that a URL cannot have
// are changed: servers may distinguish two forms of the same URL.
import { decodeHTMLAttribute } from 'entities';
import { parseUrl } from '../../platform/addresses/parse-url.ts';

/** Longer targets are left alone: a token would make a URL that some clients cut. */
export const TARGET_MAX_LENGTH = 2_000;
/** Longer values are not read: no target of a length that is tracked needs as many character references. */
const WRITTEN_MAX_LENGTH = 8 * TARGET_MAX_LENGTH;
/** The longest name in DNS (RFC 1035 §2.3.4). */
const HOST_MAX_LENGTH = 253;
/** The most international labels that fit into such a name: each takes microseconds to convert. */
const LABELS_MAX = 32;
const SPACE = 0x20;
/** Browsers remove these anywhere (https://url.spec.whatwg.org/#concept-basic-url-parser). */
const LINE_BREAKS = /[\t\n\r]+/g;
/** A URL with its host. Other spellings, such as `https:host`, depend on the page that has the link. */
const WEB_URL = /^(https?:\/\/)([^/\\?#]+)((?:[/?#].*)?)$/is;
/** Nearly all links: in ASCII, of a host by name. They need no parser, which would take most of the time of a mail's links. */
const PLAIN_URL = /^https?:\/\/(?!\S*xn--)(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d{1,4})?(?:[/?#][!-~]*)?$/i;
/** Checked for long links only: nearly all links are shorter than the longest host. */
const SHORT_HOST = /^https?:\/\/[^/?#]{1,253}(?:[/?#]|$)/i;
/** The characters that a URL in ASCII cannot have: white space, controls and other characters. */
const UNSAFE_PARTS = /[^\u0021-\u007e]+/g;
const UNSAFE = /[^\u0021-\u007e]/;
/** The form of each octet in a URL. */
const ENCODED_OCTETS = Array.from(
  { length: 256 },
  (_, octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`,
);

/** A link: its URL as a person wrote it, and as a browser asks for it. */
export interface ReadLink {
  url: string;
  target: string;
}

/**
 * The target of a link, from the value of its attribute as it was written.
 * @returns undefined: it is not a URL of the web, or it is too long
 */
export function linkTargetOf(written: string): string | undefined {
  return readLink(written)?.target;
}

/** Reads a link. @returns undefined as `linkTargetOf` */
export function readLink(written: string): ReadLink | undefined {
  if (written.length > WRITTEN_MAX_LENGTH) return undefined;
  const decoded = written.includes('&') ? decodeHTMLAttribute(written) : written;
  const url = trimUrl(decoded).replace(LINE_BREAKS, '');
  const target = url.length > TARGET_MAX_LENGTH ? undefined : targetOfUrl(url);
  return target === undefined ? undefined : { url, target };
}

function targetOfUrl(url: string): string | undefined {
  if (PLAIN_URL.test(url) && (url.length <= HOST_MAX_LENGTH || SHORT_HOST.test(url))) return url;
  const [, scheme, authority, rest] = WEB_URL.exec(url) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) return undefined;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host.length > HOST_MAX_LENGTH || host.split('.').length > LABELS_MAX) return undefined;
  const parsed = parseUrl(url);
  if (!parsed) return undefined;
  const target = scheme + authorityInAscii(authority, parsed) + encodeUnsafe(rest);
  if (target.length > TARGET_MAX_LENGTH) return undefined;
  // A rule of browsers that is not known here must not lead a person to another place.
  const isSame = target === url || parseUrl(target)?.href === parsed.href;
  return isSame ? target : undefined;
}

/** Without the controls and spaces at its ends, as browsers read it. A pattern could take quadratic time. */
function trimUrl(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= SPACE) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= SPACE) end -= 1;
  return text.slice(start, end);
}

/** International host names become punycode, as a browser asks DNS. */
function authorityInAscii(authority: string, { host }: URL): string {
  if (!UNSAFE.test(authority)) return authority;
  const at = authority.lastIndexOf('@');
  return encodeUnsafe(authority.slice(0, at + 1)) + host;
}

function encodeUnsafe(text: string): string {
  return text.replace(UNSAFE_PARTS, (unsafe) => {
    let encoded = '';
    // Buffer writes lone surrogates as browsers do.
    for (const octet of Buffer.from(unsafe)) encoded += ENCODED_OCTETS[octet];
    return encoded;
  });
}
