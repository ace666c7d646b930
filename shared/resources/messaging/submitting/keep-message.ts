// Keeps a message as it arrived: its body octet for octet, and its header without the fields that no recipient may see
// or that are not the client's to write. From is written from the checked mailbox: another program may read an odd
// field in another way (docs/architecture/submission.md#kept-mail).
import type { Mailbox } from '../../../mail/addresses.ts';
import { addressField, writeHeader } from '../../../mail/header-fields.ts';
import { CONTROL_PREFIX, HOPS_FIELD, RESEND_KEY_FIELD } from '../../../mail/submitted/custom-fields.ts';
import type { ContentWriter, StoredContent } from '../../../platform/storage/upload-store.ts';
import { MalformedMessageError } from './malformed-message-error.ts';

/** The facts about the header. */
export interface KeptHeader {
  from: Mailbox;
  /** Fields in lower case whose values are useless: the service writes its own. */
  useless: readonly string[];
}

/** RFC 5322 §2.1.1: servers refuse or cut a longer line, and a signature over it breaks. */
const LINE_MAX_OCTETS = 998;
/** Every line has one (smtp/server/data-scanner.ts). */
const CR_OCTETS = 1;
/** The largest header: it is in memory as a whole when it is signed. */
const HEADER_MAX_OCTETS = 1024 * 1024;
const LF = 0x0a;

const HIDDEN_NAMES: ReadonlySet<string> = new Set([
  'from',
  'sender',
  'bcc',
  'return-path',
  'delivered-to',
  'authentication-results',
  RESEND_KEY_FIELD,
]);
const HIDDEN_PREFIXES = ['resent-', 'cfbl-', CONTROL_PREFIX];
/** RFC 5322 §2.2; before the colon there may be white space (RFC 5322 §4.5). */
const FIELD = /^([\x21-\x39\x3b-\x7e]+)[ \t]*:/;
const CONTINUATION = /^[ \t]/;
/** The first line of a message in an mbox. */
const ENVELOPE_LINE = /^>?From /;
/** Control characters: other programs stop reading at them, or leave them out. */
const HAS_CONTROL = /[^\t -~\u0080-\u00ff]/;

/**
 * Writes a message.
 * @param chunks its octets; every line ends with CRLF, but perhaps the last one
 * @throws MalformedMessageError for a line that is too long, or a header that not every program would read alike
 */
export async function keepMessage(
  chunks: AsyncIterable<Buffer>,
  header: KeptHeader,
  writer: ContentWriter,
): Promise<StoredContent> {
  const lines = new LineWatch();
  const filter = new HeaderFilter(header.useless);
  await writer.write(Buffer.from(writeHeader([addressField('From', [header.from])])));
  for await (const chunk of chunks) {
    lines.add(chunk);
    const kept = filter.filter(chunk);
    if (kept.length > 0) await writer.write(kept);
  }
  const last = filter.end();
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

/** Removes fields from the header, and passes the body on unchanged. */
class HeaderFilter {
  readonly #useless: ReadonlySet<string>;
  #isInBody = false;
  #lines = 0;
  #octets = 0;
  /** Undefined before the first field. */
  #isHidden: boolean | undefined;
  /** The beginning of a line whose end has not arrived. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(useless: readonly string[]) {
    this.#useless = new Set(useless);
  }

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
    const text = line.toString('latin1').replace(/\r?\n$/, '');
    this.#lines += 1;
    this.#octets += line.length;
    if (text === '') {
      this.#isInBody = true;
      return true;
    }
    if (this.#octets > HEADER_MAX_OCTETS) throw new MalformedMessageError('The header is longer than 1 MiB.');
    if (this.#lines === 1 && ENVELOPE_LINE.test(text)) return false;
    if (!this.#isContinuation(text)) this.#isHidden = this.#isHiddenField(text);
    return !this.#isHidden;
  }

  #isContinuation(text: string): boolean {
    if (HAS_CONTROL.test(text)) throw this.#unreadable('a control character');
    return this.#isHidden !== undefined && CONTINUATION.test(text);
  }

  #isHiddenField(text: string): boolean {
    const name = FIELD.exec(text)?.[1]?.toLowerCase();
    if (name === undefined) throw this.#unreadable('no header field');
    if (name === HOPS_FIELD) return false;
    return (
      HIDDEN_NAMES.has(name) ||
      this.#useless.has(name) ||
      HIDDEN_PREFIXES.some((prefix) => name.startsWith(prefix))
    );
  }

  #unreadable(what: string): MalformedMessageError {
    return new MalformedMessageError(
      `Line ${this.#lines} of the message, which is in its header, has ${what}, and a message of this form is sent as it came.`,
    );
  }
}
