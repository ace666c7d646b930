// Decides which international domain names (IDN) are valid, in the same way on every Node that we support. Node's own
// parser (`domainToASCII`, `URL`) has changed: Node 20 and 22 know Unicode 15 and ignore the direction of letters, Node
// 24 knows Unicode 17 and leaves malformed punycode unchanged. A name is valid here only if each of them accepts it, with
// the same result.
import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * Characters that Node 24 maps and older ones refuse, or that they map differently: U+1E9E (the capital sharp s) became
 * `ss` and now becomes `ß`. The others are capitals, invisible characters that are now dropped, and what is newer than
 * Unicode 15. test/shared/mail/mail-domain-agreement.test.ts compares all characters.
 */
const DISPUTED = String.raw`
  \u04c0 \u088f-\u0897 \u0c5c \u0cdc \u10a0-\u10c5 \u115f-\u1160 \u17b4-\u17b5 \u1806 \u180e \u1acf-\u1aeb
  \u1b4e-\u1b4f \u1b7f \u1c89-\u1c8a \u1e9e \u2061-\u2063 \u206a-\u206f \u20c1 \u2132 \u2183 \u2427-\u2429 \u2b96
  \u3164 \u31e4-\u31e5 \ua7cb-\ua7cf \ua7d2 \ua7d4 \ua7da-\ua7f1 \ufbc3-\ufbd2 \ufd90-\ufd91 \ufdc8-\ufdce \uffa0
  \u{105c0}-\u{105f3} \u{10940}-\u{10959} \u{10d40}-\u{10d8f} \u{10ec2}-\u{10efc} \u{11380}-\u{113e2}
  \u{116d0}-\u{116e3} \u{11b60}-\u{11bf9} \u{11db0}-\u{11de9} \u{11f5a} \u{13460}-\u{143fa} \u{16100}-\u{16139}
  \u{16d40}-\u{16d79} \u{16ea0}-\u{16ed3} \u{16ff2}-\u{16ff6} \u{187f8}-\u{187ff} \u{18cff} \u{18d09}-\u{18df2}
  \u{1cc00}-\u{1cef0} \u{1d173}-\u{1d17a} \u{1e5d0}-\u{1e6ff} \u{1f6d8} \u{1f777}-\u{1f77a} \u{1f8b2}-\u{1f8d8}
  \u{1fa54}-\u{1fa57} \u{1fa89}-\u{1fa8f} \u{1fabe} \u{1fac6}-\u{1facd} \u{1fadc}-\u{1fadf} \u{1fae9}-\u{1faef}
  \u{1fbcb}-\u{1fbef} \u{1fbfa} \u{2b73a}-\u{2b73f} \u{2cea2}-\u{2cead} \u{2ebf0}-\u{2ee5d} \u{2f868} \u{2f874}
  \u{2f91f} \u{2f95f} \u{2f9bf} \u{323b0}-\u{33479}`.replace(/\s+/g, '');
const DISPUTED_CHARACTER = new RegExp(`[${DISPUTED}]`, 'u');

/** The blocks that Unicode reserves for scripts that are written from right to left (DerivedBidiClass.txt). */
const RTL = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`;
const RTL_CHARACTER = new RegExp(`[${RTL}]`, 'u');
const RTL_LETTER = `(?:(?=[${RTL}])\\p{L})`;
const ARABIC_DIGIT = '\\u0660-\\u0669';
const EUROPEAN_DIGIT = '0-9\\u06f0-\\u06f9';
const DIGIT = `[${ARABIC_DIGIT}${EUROPEAN_DIGIT}]`;
/**
 * The Bidi rule of RFC 5893 §2 for the two kinds of labels, without the symbols that it would allow: a label begins with
 * a letter, ends with a letter or digit, does not mix directions and has one kind of digits.
 */
const RTL_LABEL = new RegExp(
  `^(?!.*[${ARABIC_DIGIT}].*[${EUROPEAN_DIGIT}])(?!.*[${EUROPEAN_DIGIT}].*[${ARABIC_DIGIT}])` +
    `${RTL_LETTER}(?:(?:${RTL_LETTER}|${DIGIT}|[\\p{Mn}\\u200c\\u200d-])*(?:${RTL_LETTER}|${DIGIT}))?\\p{Mn}*$`,
  'u',
);
const LTR_LABEL = new RegExp(`^(?!.*[${RTL}])[\\p{Ll}\\p{Lo}](?:.*[\\p{Ll}\\p{Lo}\\p{Nd}])?\\p{M}*$`, 'u');

/** True when the supported versions of Node do not agree on the meaning of a character in a domain name. */
export function hasDisputedCharacter(text: string): boolean {
  return DISPUTED_CHARACTER.test(text);
}

/**
 * True when each `xn--` label of a domain is the punycode of a valid international label.
 * @param domain in lower-case ASCII, without a final dot
 */
export function hasValidPunycode(domain: string): boolean {
  if (!/(?:^|\.)xn--/.test(domain)) return true;
  const name = domainToUnicode(domain);
  const labels = name.split('.');
  // Node 24 returns a malformed label unchanged.
  if (labels.some((label) => label.startsWith('xn--')) || domainToASCII(name) !== domain) return false;
  // Node 24 does not sort combining marks after a composed letter.
  if (name !== name.normalize('NFC')) return false;
  return !hasDisputedCharacter(name) && (!RTL_CHARACTER.test(name) || labels.every(isOfOneDirection));
}

function isOfOneDirection(label: string): boolean {
  return RTL_LABEL.test(label) || LTR_LABEL.test(label);
}
