// A message as it goes over the wire: dots at the start of a line doubled (RFC 5321 §4.5.2), CRLF at the end. A
// line break that is not CRLF is refused, because servers disagree where such a line ends, and a sender who can
// write one can smuggle a second message in (CVE-2023-51764).

const LF = 10;
const CR = 13;
const DOT = 46;
const LINE_BREAK_LENGTH = '\r\n'.length;

/**
 * The octets between DATA and the final dot. Its time is that of a look at each octet, however short the lines are.
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

/** How many lines begin with a dot. */
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

/** @returns octets written */
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
