// Cuts what a server sends into replies (RFC 5321 §4.2): lines that begin with a code, of which the last one has a
// space, or nothing, behind it.

/** Far above any reply: a server that goes on for longer is none. */
const REPLY_MAX_LENGTH = 64 * 1024;
const IS_CONTINUED = /^\d{3}-/;
const NOT_ASCII = /[^\0-\x7f]/;

export class ReplyReader {
  /** Octets as latin1, so that a character of several octets may arrive in pieces. */
  #unread = '';
  #lines: string[] = [];

  /**
   * Takes what has arrived.
   * @returns the replies that are complete, each without its last line break
   * @throws RangeError when a reply does not end
   */
  push(octets: Buffer): string[] {
    const lines = (this.#unread + octets.toString('latin1')).split('\n');
    this.#unread = lines.pop() ?? '';
    const replies: string[] = [];
    for (const line of lines) {
      this.#lines.push(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (!IS_CONTINUED.test(line)) replies.push(decode(this.#lines.splice(0).join('\n')));
    }
    this.#refuseEndless();
    return replies;
  }

  #refuseEndless(): void {
    const length = this.#lines.reduce((sum, line) => sum + line.length, this.#unread.length);
    if (length > REPLY_MAX_LENGTH) throw new RangeError('The reply of the server does not end.');
  }
}

/** Servers that know SMTPUTF8 answer in UTF-8 (RFC 6531 §3.7.4), all others in ASCII. */
function decode(reply: string): string {
  return NOT_ASCII.test(reply) ? Buffer.from(reply, 'latin1').toString() : reply;
}
