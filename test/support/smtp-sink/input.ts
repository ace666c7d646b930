// Splits the bytes of one connection into command lines and message contents. Lines end with CRLF only; a content ends
// with CRLF . CRLF, and dot-stuffing is removed (RFC 5321 §4.5.2).

const CR = 13;
const LF = 10;
const CRLF = Buffer.from('\r\n');
const END_OF_CONTENT = Buffer.from('\r\n.\r\n');
const DOT_AT_LINE_START = Buffer.from('\r\n.');
/** RFC 5321 §4.5.3.1.4 requires 512 bytes; AUTH and international addresses need more. */
const LINE_MAX_BYTES = 12_288;

/** Bytes that have arrived and are not processed yet. */
export class SmtpInput {
  #unread: Buffer = Buffer.alloc(0);
  /** The content so far, preceded by a CRLF, because the content begins at the start of a line. */
  #content: Buffer[] = [];
  #contentBytes = 0;

  push(chunk: Buffer): void {
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
  }

  /** True when there are bytes after the last command or content that was read. */
  get hasMore(): boolean {
    return this.#unread.length > 0;
  }

  /** Bytes of the content that have arrived, still dot-stuffed. */
  get contentBytes(): number {
    return this.#contentBytes + this.#unread.length;
  }

  /** Discards all input: bytes before a TLS handshake must be ignored (RFC 3207 §6). */
  clear(): void {
    this.#unread = Buffer.alloc(0);
  }

  /** The next command line without its CRLF; undefined while it is incomplete. */
  readLine(): Buffer | undefined {
    const end = this.#unread.indexOf(CRLF);
    if (end < 0) {
      if (this.#unread.length > LINE_MAX_BYTES) throw new Error('An SMTP command line never ends.');
      return undefined;
    }
    return this.#take(end, CRLF.length);
  }

  /** Switches to content: `readContent` is called until it has returned it. */
  beginContent(): void {
    this.#content = [CRLF];
    this.#contentBytes = 0;
  }

  /** The complete content without dot-stuffing; undefined while it is incomplete. */
  readContent(): Buffer | undefined {
    // The end may be split across chunks, so the last bytes are examined again; only the last bytes, because otherwise
    // a large content would be copied once per chunk.
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

/** True for a CR or LF alone, which servers interpret differently (SMTP smuggling, CVE-2023-51764). */
export function hasBareNewline(bytes: Buffer): boolean {
  // Octet by octet: a search for the end of each of ten million lines would block other tests for seconds.
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === LF) return true;
    if (bytes[at] !== CR) continue;
    if (bytes[at + 1] !== LF) return true;
    at += 1;
  }
  return false;
}
