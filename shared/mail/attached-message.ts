// Attached messages (message/rfc822). They must not be in base64 (RFC 2046 §5.2.1), so they are carried unchanged, in
// lines. The kind of lines is found before the mail is composed, because the part begins with the encoding. A message
// that cannot be carried in lines is carried like a file of unknown type, in base64.

/** The encoding of a message that is carried unchanged (RFC 2045 §2.8). */
export type LineEncoding = '7bit' | '8bit';

const MESSAGE_TYPE = /^message\/rfc822 *(?:;|$)/i;
/** RFC 5322 §2.1.1, without CRLF. */
const LINE_MAX_OCTETS = 998;
const CR = 0x0d;
const LF = 0x0a;
const ASCII_MAX = 0x7f;

/** Whether a file is a message, by its content type. */
export function isAttachedMessage(contentType: string): boolean {
  return MESSAGE_TYPE.test(contentType);
}

/**
 * Reads a message to find how it can be carried unchanged.
 * @returns undefined: it cannot, because it has a bare CR or LF, a NUL, or a line of more than 998 octets
 */
export async function findLineEncoding(chunks: AsyncIterable<Buffer>): Promise<LineEncoding | undefined> {
  const lines = new Lines();
  for await (const chunk of chunks) if (!lines.take(chunk)) return undefined;
  return lines.isWithinBreak ? undefined : lines.encoding;
}

class Lines {
  encoding: LineEncoding = '7bit';
  isWithinBreak = false;
  /** Octets of the present line. */
  #length = 0;

  /** @returns whether everything so far can be carried unchanged */
  take(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length; at += 1) {
      const octet = chunk[at] as number;
      if (this.isWithinBreak !== (octet === LF) || octet === 0) return false;
      this.isWithinBreak = octet === CR;
      if (octet > ASCII_MAX) this.encoding = '8bit';
      if (octet === LF) this.#length = 0;
      else if (octet !== CR) this.#length += 1;
      if (this.#length > LINE_MAX_OCTETS) return false;
    }
    return true;
  }
}
