// Reads the header of a message while it arrives, in pieces: counts its `Received` fields (a message in a loop gets one
// more at each turn), and searches for a Message-ID. It stores only the beginning of one line, however long the header
// is.

/** Long enough for the names that it searches for, and the first characters of a value. */
const LINE_BEGINNING = 64;
const RECEIVED = /^received[ \t]*:/i;
const MESSAGE_ID = /^message-id[ \t]*:/i;
const MESSAGE_ID_WITH_VALUE = /^message-id[ \t]*:[ \t]*[^\s]/i;
const CONTINUATION = /^[ \t]/;

/** Watches the header of one message. */
export class HeaderWatch {
  /** `Received` fields so far. */
  hops = 0;
  /** Whether a Message-ID has arrived; an empty one does not count. */
  hasMessageId = false;
  #isOver = false;
  #isInMessageId = false;
  /** The beginning of the line that has not ended yet. */
  #line = '';

  add(piece: Buffer): void {
    for (let start = 0; start < piece.length && !this.#isOver; ) {
      const end = piece.indexOf('\n', start);
      const stop = end === -1 ? piece.length : end;
      const missing = LINE_BEGINNING - this.#line.length;
      this.#line += piece.toString('latin1', start, Math.min(stop, start + missing));
      if (end === -1) return;
      this.#endLine(this.#line);
      this.#line = '';
      start = end + 1;
    }
  }

  #endLine(line: string): void {
    if (line === '\r') {
      this.#isOver = true;
    } else if (CONTINUATION.test(line)) {
      this.hasMessageId ||= this.#isInMessageId && line.trim() !== '';
    } else {
      if (RECEIVED.test(line)) this.hops += 1;
      this.#isInMessageId = MESSAGE_ID.test(line);
      this.hasMessageId ||= MESSAGE_ID_WITH_VALUE.test(line);
    }
  }
}
