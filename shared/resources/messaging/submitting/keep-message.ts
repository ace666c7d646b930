// Keeps a message as it came: its header without the fields that no recipient may see, and its body, octet for octet
// (docs/architecture/submission.md#kept-mail).
import { CONTROL_PREFIX, RESEND_KEY_FIELD } from '../../../mail/submitted/custom-fields.ts';
import type { ContentWriter, StoredContent } from '../../../platform/storage/upload-store.ts';
import { MalformedMessageError } from './malformed-message-error.ts';

/** RFC 5322 §2.1.1: servers refuse or cut a longer line, and a signature over it breaks. */
const LINE_MAX_OCTETS = 998;
const LF = 0x0a;
/** Every line has one (smtp/server/data-scanner.ts). */
const CR_OCTETS = 1;
const HIDDEN_FIELD = new RegExp(
  `^(?:(?:resent-)?bcc|return-path|${RESEND_KEY_FIELD}|${CONTROL_PREFIX}[^:]*)[ \\t]*:`,
  'i',
);
const CONTINUATION = /^[ \t]/;

/**
 * Writes a message.
 * @param chunks its octets; every line ends with CRLF, but perhaps the last one
 * @throws MalformedMessageError for a line that is too long
 */
export async function keepMessage(
  chunks: AsyncIterable<Buffer>,
  writer: ContentWriter,
): Promise<StoredContent> {
  const lines = new LineWatch();
  const header = new HeaderFilter();
  for await (const chunk of chunks) {
    lines.add(chunk);
    const kept = header.filter(chunk);
    if (kept.length > 0) await writer.write(kept);
  }
  const last = header.end();
  if (last.length > 0) await writer.write(last);
  return await writer.end();
}

/** Watches for lines that are too long. */
class LineWatch {
  #line = 1;
  #length = 0;

  add(chunk: Buffer): void {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(LF, start);
      const stop = end === -1 ? chunk.length : end;
      this.#length += stop - start;
      if (this.#length > LINE_MAX_OCTETS + CR_OCTETS) throw this.#refusal();
      if (end === -1) return;
      this.#line += 1;
      this.#length = 0;
      start = end + 1;
    }
  }

  #refusal(): MalformedMessageError {
    return new MalformedMessageError(
      `Line ${this.#line} of the message has more than ${LINE_MAX_OCTETS} octets (RFC 5322, 2.1.1), and a message of this form is sent as it came.`,
    );
  }
}

/** Leaves fields out of the header, and passes the body on as it is. */
class HeaderFilter {
  #isInBody = false;
  #isHidden = false;
  /** The beginning of a line whose end has not come. */
  #rest: Buffer = Buffer.alloc(0);

  filter(chunk: Buffer): Buffer {
    if (this.#isInBody) return chunk;
    const bytes = Buffer.concat([this.#rest, chunk]);
    const kept: Buffer[] = [];
    let start = 0;
    while (!this.#isInBody) {
      const end = bytes.indexOf(LF, start);
      if (end === -1) break;
      const line = bytes.subarray(start, end + 1);
      if (this.#isKept(line)) kept.push(line);
      start = end + 1;
    }
    const after = bytes.subarray(start);
    this.#rest = this.#isInBody ? Buffer.alloc(0) : after;
    if (this.#isInBody) kept.push(after);
    return Buffer.concat(kept);
  }

  /** @returns the last line of a message without a body, when it has no line break */
  end(): Buffer {
    return this.#rest.length > 0 && this.#isKept(this.#rest) ? this.#rest : Buffer.alloc(0);
  }

  #isKept(line: Buffer): boolean {
    const text = line.toString('latin1');
    if (text === '\r\n' || text === '\n') this.#isInBody = true;
    if (!CONTINUATION.test(text)) this.#isHidden = HIDDEN_FIELD.test(text);
    return !this.#isHidden;
  }
}
