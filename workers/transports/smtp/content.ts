// A message as it goes over the wire: dots at the start of a line doubled (RFC 5321 §4.5.2), CRLF at the end. A
// line break that is not CRLF is refused, because servers disagree where such a line ends, and a sender who can
// write one can smuggle a second message in (CVE-2023-51764).

const LF = 10;
const CR = 13;
const DOT = 46;
const CRLF = Buffer.from('\r\n');
const STUFFING = Buffer.from('.');

/**
 * The octets between DATA and the final dot.
 * @throws TypeError when the message has a bare CR or LF
 */
export function encodeContent(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let pieceStart = 0;
  for (let lineStart = 0; ; ) {
    if (raw[lineStart] === DOT) {
      pieces.push(raw.subarray(pieceStart, lineStart), STUFFING);
      pieceStart = lineStart;
    }
    const lf = raw.indexOf(LF, lineStart);
    const cr = raw.indexOf(CR, lineStart);
    if (lf < 0 && cr < 0) break;
    if (cr < 0 || cr !== lf - 1) throw new TypeError('The message has a line break that is not CRLF.');
    lineStart = lf + 1;
  }
  const endsLine = raw.length === 0 || raw.at(-1) === LF;
  if (pieces.length === 0 && endsLine) return raw;
  pieces.push(raw.subarray(pieceStart));
  if (!endsLine) pieces.push(CRLF);
  return Buffer.concat(pieces);
}
