// Encodes a message for DATA: dot-stuffing (RFC 5321 §4.5.2) and a CRLF at the end. A line break that is not CRLF is
// refused, because servers disagree on where such a line ends, and a sender who can write one can smuggle in a second
// message (SMTP smuggling, CVE-2023-51764).

const LF = 10;
const CR = 13;
const DOT = 46;
const LINE_BREAK_LENGTH = '\r\n'.length;

/**
 * The bytes between DATA and the final dot. Takes linear time, however short the lines are.
 * @param raw a message, or whole lines of one
 * @throws TypeError when the message has a bare CR or LF
 */
export function encodeContent(raw: Buffer): Buffer {
  const dots = countLeadingDots(raw);
  const endsLine = raw.length === 0 || raw.at(-1) === LF;
  if (dots === 0 && endsLine) return raw;
  const content = Buffer.allocUnsafe(raw.length + dots + (endsLine ? 0 : LINE_BREAK_LENGTH));
  const length = dots === 0 ? raw.copy(content) : copyStuffed(raw, content);
  if (!endsLine) content.write('\r\n', length);
  return content;
}

/** Number of lines that begin with a dot. */
function countLeadingDots(raw: Buffer): number {
  let dots = Number(raw[0] === DOT);
  for (let at = 0; at < raw.length; at += 1) {
    const octet = raw[at];
    if (octet !== CR && octet !== LF) continue;
    if (octet === LF || raw[at + 1] !== LF)
      throw new TypeError('The message has a line break that is not CRLF.');
    at += 1;
    if (raw[at + 1] === DOT) dots += 1;
  }
  return dots;
}

/** @returns the number of bytes written */
function copyStuffed(raw: Buffer, content: Buffer): number {
  let length = 0;
  let startsLine = true;
  for (let at = 0; at < raw.length; at += 1) {
    const octet = raw[at] as number;
    if (startsLine && octet === DOT) content[length++] = DOT;
    content[length++] = octet;
    startsLine = octet === LF;
  }
  return length;
}
