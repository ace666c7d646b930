// The ASCII form (punycode) of international domain names, IDN (UTS #46 as the URL standard uses it). Not with Node's own
// parser: its versions know different Unicode versions, Node 24 leaves malformed punycode unchanged, and Node 20 and 22
// ignore the direction of letters, so the same name could mean two domains on two machines.
import { toASCII, toUnicode } from 'tr46';

/** No letters of other languages, and no punycode, which would have to be decoded and checked. */
const PLAIN_ASCII = /^(?!.*xn--)[\0-\x7f]+$/is;

/**
 * The ASCII form of a name; undefined when it is invalid, also for malformed punycode. ASCII is only lower-cased.
 * Whether the result is a host name, such as the length of its labels, is for the caller to check.
 */
export function toAsciiName(name: string): string | undefined {
  // Nearly all names; the whole algorithm takes fifty times as long, and servers read several names a message.
  if (PLAIN_ASCII.test(name)) return name.toLowerCase();
  const ascii = toASCII(name, { checkBidi: true, checkJoiners: true, checkHyphens: false });
  return ascii ?? undefined;
}

/** The name in the letters of its language; the name itself where it is not international. */
export function toUnicodeName(ascii: string): string {
  const { domain, error } = toUnicode(ascii);
  return error ? ascii : domain;
}
