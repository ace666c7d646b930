// Parses a multipart body (RFC 7578) with one file and some fields, while it arrives: the file is read piece by piece,
// the fields stay in memory. The fields may follow the file.
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { DomainError } from '../../../shared/contract/domain-error.ts';

/** Fields other than the file, and their values together: a column map of 200 properties with long names. */
const FIELDS_MAX = 20;
const FIELDS_MAX_BYTES = 512 * 1024;
/** Values that are not texts are JSON. */
const JSON_VALUE = /^\s*[[{]/;

/** The file that is expected. */
export interface ExpectedFile {
  /** Name of its field. */
  field: string;
  maxBytes: number;
  /** Reads it to its end. @param fileName without directories; undefined: it has none */
  store(pieces: AsyncIterable<Buffer>, fileName: string | undefined): Promise<unknown>;
}

/** The fields of the body apart from the file. */
export type FormFields = Record<string, unknown>;

/** True for the Content-Type of a multipart body. */
export function isMultipart(contentType: string | undefined): boolean {
  return /^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType ?? '');
}

/**
 * Reads a multipart body to its end.
 * @param parseValue parses the JSON of a field
 * @returns the fields; JSON values are parsed, empty ones are left out
 * @throws DomainError `validation_error`
 */
export async function readMultipart(
  pieces: AsyncIterable<Buffer>,
  contentType: string | undefined,
  expected: ExpectedFile,
  parseValue: (bytes: Buffer) => object,
): Promise<FormFields> {
  const reading = new MultipartReading(contentType, expected);
  const texts = await reading.readAll(pieces);
  const values = [...texts]
    .filter(([, text]) => text !== '')
    .map(([name, text]) => [name, readField(name, text, parseValue)] as const);
  // It makes an own field of `__proto__` too.
  return Object.fromEntries(values);
}

function readField(name: string, text: string, parseValue: (bytes: Buffer) => object): unknown {
  if (text.includes('\0')) throw refusal(`\`${name}\` must not contain NUL.`);
  if (!JSON_VALUE.test(text)) return text;
  try {
    return parseValue(Buffer.from(text));
  } catch (cause) {
    if (cause instanceof DomainError) throw refusal(`\`${name}\` must be valid JSON.`, cause);
    throw cause;
  }
}

class MultipartReading {
  readonly #parser: busboy.Busboy;
  readonly #fields = new Map<string, string>();
  /** Rejects when the body is refused or the file cannot be stored. */
  readonly #broken: Promise<never>;
  #break: (error: Error) => void = () => {};
  #failure: Error | undefined;
  #storing: Promise<unknown> | undefined;
  #file: Readable | undefined;
  #fieldBytes = 0;

  constructor(contentType: string | undefined, expected: ExpectedFile) {
    this.#broken = new Promise((_resolve, reject) => {
      this.#break = (error) => {
        this.#failure ??= error;
        // What stores the file would wait for the rest of it.
        this.#file?.destroy(this.#failure);
        reject(this.#failure);
      };
    });
    this.#broken.catch(() => {});
    this.#parser = createParser(contentType, expected.maxBytes);
    this.#parser
      .on('field', (name, value, { valueTruncated }) => this.#takeField(name, value, valueTruncated))
      .on('file', (name, stream, { filename }) => this.#takeFile(name, stream, filename, expected))
      .on('filesLimit', () => this.#break(refusal('The body must contain exactly one file.')))
      .on('fieldsLimit', () => this.#break(refusal(`The body must have at most ${FIELDS_MAX} fields.`)))
      .on('error', (cause) => this.#break(malformed(cause)));
  }

  /** @returns the fields */
  async readAll(pieces: AsyncIterable<Buffer>): Promise<Map<string, string>> {
    try {
      for await (const piece of pieces) await this.#push(piece);
      await this.#end();
      return this.#fields;
    } catch (error) {
      this.#break(error as Error);
      throw this.#failure;
    }
  }

  /** Resolves when the next piece may arrive (back-pressure). */
  async #push(piece: Buffer): Promise<void> {
    const isReady = this.#parser.write(piece);
    if (this.#failure) throw this.#failure;
    if (!isReady) await Promise.race([once(this.#parser, 'drain'), this.#broken]);
  }

  async #end(): Promise<void> {
    const closed = once(this.#parser, 'close');
    closed.catch(() => {});
    this.#parser.end();
    await Promise.race([closed, this.#broken]);
    await Promise.race([this.#storing, this.#broken]);
  }

  /** The parser gives no name or value where it does not know the encoding that the part says it has. */
  #takeField(name: string | undefined, value: string | undefined, isTruncated: boolean): void {
    if (name === undefined || value === undefined) {
      this.#break(malformed(undefined));
      return;
    }
    this.#fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (isTruncated || this.#fieldBytes > FIELDS_MAX_BYTES)
      this.#break(refusal('The form fields are too large.'));
    if (this.#fields.has(name))
      this.#break(refusal(`The body has the field \`${name.slice(0, 50)}\` twice.`));
    this.#fields.set(name, value);
  }

  #takeFile(
    name: string,
    stream: Readable,
    fileName: string | undefined,
    { field, maxBytes, store }: ExpectedFile,
  ): void {
    // The parser reports the failure of a stream too.
    stream.on('error', () => {});
    if (name !== field) {
      this.#break(refusal(`The file must be in the field \`${field}\`.`));
      stream.resume();
      return;
    }
    this.#file = stream;
    stream.once('limit', () => this.#break(refusal(`The file must have at most ${maxBytes} bytes.`)));
    this.#storing = store(stream, fileName).catch((error: Error) => this.#break(error));
  }
}

function createParser(contentType: string | undefined, maxBytes: number): busboy.Busboy {
  // It reports a file that has as many bytes as its limit, as if it had more.
  const limits = { files: 1, fileSize: maxBytes + 1, fields: FIELDS_MAX, fieldSize: FIELDS_MAX_BYTES };
  try {
    return busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', limits });
  } catch (cause) {
    throw malformed(cause);
  }
}

function malformed(cause: unknown): DomainError {
  return refusal('The multipart body is malformed.', cause);
}

function refusal(message: string, cause?: unknown): DomainError {
  return new DomainError('validation_error', message, { cause });
}
