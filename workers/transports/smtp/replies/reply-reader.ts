// Cuts what a server sends into replies (RFC 5321 §4.2): lines that begin with a code, of which the last one has a
// space, or nothing, behind it. Each octet is looked at once, however small the pieces are in which they come.

/** Far above any reply: a server that goes on for longer is none. */
const REPLY_MAX_LENGTH = 64 * 1024;
const IS_CONTINUED = /^\d{3}-/;
const NOT_ASCII = /[^\0-\x7f]/;

export class ReplyReader {
  /** The line that has not ended; octets as latin1, so that a character of several octets may arrive in pieces. */
  #line = '';
  /** The lines of the reply that has not ended. */
  #lines: string[] = [];
  #length = 0;

  /** True once a reply is longer than any may be: nothing is read behind it. */
  get isEndless(): boolean {
    return this.#length > REPLY_MAX_LENGTH;
  }

  /** True within a reply. */
  get hasBegun(): boolean {
    return this.#length > 0;
  }

  /** The whole lines of the reply that has not ended, or what there is of its first; its code may be in it. */
  get begun(): string {
    return decode(this.#lines.length > 0 ? this.#lines.join('\n') : this.#line);
  }

  /**
   * Takes what has arrived.
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

  /** Ends the line; answers whether it was the last one of its reply. */
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

/** Servers that know SMTPUTF8 answer in UTF-8 (RFC 6531 §3.7.4), all others in ASCII. */
function decode(reply: string): string {
  return NOT_ASCII.test(reply) ? Buffer.from(reply, 'latin1').toString() : reply;
}
