// Quoted-printable (RFC 2045 §6.7): text that is mostly ASCII in lines of at most 76 characters of 7 bits. Most html
// mail passes through here, so it works on whole strings: the engine's searches cost less than a loop over octets.

/** RFC 2045 §6.7 (5). */
const LINE_MAX_LENGTH = 76;
const SOFT_BREAK = '=\r\n';
/**
 * What must be escaped, when each equals sign already is: octets outside printable ASCII and white space at the end of
 * a line. "From " is too, because at the start of a line it marks a message in mailbox files (RFC 2049 §3), and
 * any word may come to stand there.
 */
const UNSAFE = /[^\t\r\n\x20-\x7e]|[ \t](?=\r|$)|F(?=rom )/g;
/** By octet: `=00` to `=FF`. */
const ESCAPES = Array.from({ length: 256 }, (_, octet) => {
  return `=${octet.toString(16).toUpperCase().padStart(2, '0')}`;
});

/** Encodes octets whose line breaks are all CRLF; these stay line breaks. */
export function encodeQuotedPrintable(octets: Buffer): Buffer {
  const escaped = octets.toString('latin1').replaceAll('=', '=3D').replace(UNSAFE, escapeOctet);
  return Buffer.from(breakLines(escaped), 'latin1');
}

function escapeOctet(octet: string): string {
  return ESCAPES[octet.charCodeAt(0)] ?? '';
}

/** Breaks lines softly where they are too long. */
function breakLines(text: string): string {
  let broken = '';
  let start = 0;
  while (start < text.length) {
    const lineBreak = text.indexOf('\r\n', start);
    const end = lineBreak === -1 ? text.length : lineBreak;
    while (end - start > LINE_MAX_LENGTH) {
      const cut = beforeEscape(text, start + LINE_MAX_LENGTH - 1);
      broken += text.slice(start, cut) + SOFT_BREAK;
      start = cut;
    }
    broken += text.slice(start, end + 2);
    start = end + 2;
  }
  return broken;
}

/** An escape is not broken: `=3D` stays whole. */
function beforeEscape(text: string, cut: number): number {
  if (text[cut - 1] === '=') return cut - 1;
  return text[cut - 2] === '=' ? cut - 2 : cut;
}
