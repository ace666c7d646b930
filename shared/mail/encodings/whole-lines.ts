// Cuts a stream of octets at line breaks, so that each piece holds whole lines: only those can be canonicalized for DKIM
// and dot-stuffed one piece at a time.

/** A message cannot be sent, however often it is tried; the message of the error is shown to the sender of the email. */
export class UnsendableMessageError extends Error {
  override readonly name = 'UnsendableMessageError';
}

/** Far above what servers take (RFC 5322 §2.1.1: 998 octets); a line is in memory as a whole. */
const LINE_MAX_OCTETS = 1024 * 1024;
const LF = 0x0a;
const CRLF = Buffer.from('\r\n');

/**
 * The same octets in pieces of whole lines; a last line without a line break is completed.
 * @throws UnsendableMessageError when a line has more than 1 MiB
 */
export async function* wholeLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left: Buffer = Buffer.alloc(0);
  for await (const octets of pieces) {
    const joined = left.length > 0 ? Buffer.concat([left, octets]) : octets;
    const end = joined.lastIndexOf(LF) + 1;
    left = joined.subarray(end);
    if (left.length > LINE_MAX_OCTETS)
      throw new UnsendableMessageError('The message has a line of more than 1 MiB.');
    if (end > 0) yield joined.subarray(0, end);
  }
  if (left.length > 0) yield Buffer.concat([left, CRLF]);
}
