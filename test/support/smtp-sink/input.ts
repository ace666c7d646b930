// The bytes of one connection, cut into command lines and message contents. Lines end with CRLF and with nothing
// else; a content ends with CRLF . CRLF, and leading dots are taken off (RFC 5321 §4.5.2).

const CR = 13;
const LF = 10;
const CRLF = Buffer.from('\r\n');
const END_OF_CONTENT = Buffer.from('\r\n.\r\n');
const DOT_AT_LINE_START = Buffer.from('\r\n.');
/** RFC 5321 §4.5.3.1.4 asks for 512 bytes; AUTH and international addresses need more. */
const LINE_MAX_BYTES = 12_288;

/** Bytes that have arrived and are not used yet. */
export class SmtpInput {
  #unread: Buffer = Buffer.alloc(0);
  /** The content so far. A CRLF stands in front of it, because the content begins at the start of a line. */
  #content: Buffer[] = [];
  #contentBytes = 0;

  push(chunk: Buffer): void {
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
  }

  /** True when bytes wait behind what was read last. */
  get hasMore(): boolean {
    return this.#unread.length > 0;
  }

  /** Bytes of the content that have arrived, still dot-stuffed. */
  get contentBytes(): number {
    return this.#contentBytes + this.#unread.length;
  }

  /** Forgets everything: what came before a TLS handshake does not count (RFC 3207 §6). */
  clear(): void {
    this.#unread = Buffer.alloc(0);
  }

  /** The next command line without its CRLF; undefined: not complete yet. */
  readLine(): Buffer | undefined {
    const end = this.#unread.indexOf(CRLF);
    if (end < 0) {
      if (this.#unread.length > LINE_MAX_BYTES) throw new Error('An SMTP command line never ends.');
      return undefined;
    }
    return this.#take(end, CRLF.length);
  }

  /** From here on `readContent` is asked, until it has answered. */
  beginContent(): void {
    this.#content = [CRLF];
    this.#contentBytes = 0;
  }

  /** The whole content as it was before dot-stuffing; undefined: not complete yet. */
  readContent(): Buffer | undefined {
    // The end may lie across chunks, so the last bytes are looked at again; only those, or a large content would
    // be copied as often as it has chunks.
    const overlap = this.#lastBytes(END_OF_CONTENT.length - 1);
    const found = Buffer.concat([overlap, this.#unread]).indexOf(END_OF_CONTENT);
    if (found < 0) {
      if (this.hasMore) this.#content.push(this.#unread);
      this.#contentBytes += this.#unread.length;
      this.clear();
      return undefined;
    }
    const used = found + END_OF_CONTENT.length - overlap.length;
    this.#content.push(this.#take(used, 0));
    const whole = Buffer.concat(this.#content);
    this.#content = [];
    this.#contentBytes = 0;
    return removeStuffing(whole.subarray(0, whole.length - '.\r\n'.length)).subarray(CRLF.length);
  }

  #lastBytes(count: number): Buffer {
    const last = this.#content.at(-1) ?? CRLF;
    if (last.length >= count) return last.subarray(last.length - count);
    const tail = Buffer.concat(this.#content.slice(-count));
    return tail.subarray(Math.max(0, tail.length - count));
  }

  #take(length: number, skip: number): Buffer {
    const taken = this.#unread.subarray(0, length);
    this.#unread = this.#unread.subarray(length + skip);
    return taken;
  }
}

function removeStuffing(content: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let start = 0;
  for (
    let dot = content.indexOf(DOT_AT_LINE_START);
    dot >= 0;
    dot = content.indexOf(DOT_AT_LINE_START, dot + DOT_AT_LINE_START.length)
  ) {
    pieces.push(content.subarray(start, dot + CRLF.length));
    start = dot + DOT_AT_LINE_START.length;
  }
  if (pieces.length === 0) return content;
  pieces.push(content.subarray(start));
  return Buffer.concat(pieces);
}

/** True when a CR or LF stands alone; servers disagree on what that means (CVE-2023-51764). */
export function hasBareNewline(bytes: Buffer): boolean {
  // Octet by octet: looking for the end of each of ten million lines held up for seconds what else a test does.
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === LF) return true;
    if (bytes[at] !== CR) continue;
    if (bytes[at + 1] !== LF) return true;
    at += 1;
  }
  return false;
}
