// Splits the data of a server into replies (RFC 5321 §4.2): lines that begin with a code; in the last one the code is
// followed by a space or nothing. Each byte is read once, however small the received pieces are.

/** Far above any real reply: a server that sends more is faulty. */
const REPLY_MAX_LENGTH = 64 * 1024;
const IS_CONTINUED = /^\d{3}-/;
const NOT_ASCII = /[^\0-\x7f]/;

export class ReplyReader {
  /** The unfinished line, as latin1, so that a multi-byte character may arrive in pieces. */
  #line = '';
  /** The finished lines of the unfinished reply. */
  #lines: string[] = [];
  #length = 0;

  /** True when the reply is longer than any may be; nothing after it is read. */
  get isEndless(): boolean {
    return this.#length > REPLY_MAX_LENGTH;
  }

  /** True while a reply is unfinished. */
  get hasBegun(): boolean {
    return this.#length > 0;
  }

  /** The finished lines of the unfinished reply, or its partial first line; its code may be in it. */
  get begun(): string {
    return decode(this.#lines.length > 0 ? this.#lines.join('\n') : this.#line);
  }

  /**
   * Adds received data.
   * @returns the replies that are complete, each without its last line break
   */
  push(octets: Buffer): string[] {
    const replies: string[] = [];
    const pieces = octets.toString('latin1').split('\n');
    const unended = pieces.pop() ?? '';
    for (const piece of pieces) {
      this.#extend(piece);
      if (this.isEndless) return replies;
      if (this.#endsReply()) replies.push(this.#takeReply());
    }
    this.#extend(unended);
    return replies;
  }

  #extend(piece: string): void {
    this.#line += piece;
    this.#length += piece.length;
  }

  /** Ends the line. @returns whether it was the last line of its reply */
  #endsReply(): boolean {
    const line = this.#line;
    this.#line = '';
    this.#lines.push(line.endsWith('\r') ? line.slice(0, -1) : line);
    return !IS_CONTINUED.test(line);
  }

  #takeReply(): string {
    const reply = decode(this.#lines.join('\n'));
    this.#lines = [];
    this.#length = 0;
    return reply;
  }
}

/** Servers with SMTPUTF8 reply in UTF-8 (RFC 6531 §3.7.4), all others in ASCII. */
function decode(reply: string): string {
  return NOT_ASCII.test(reply) ? Buffer.from(reply, 'latin1').toString() : reply;
}
