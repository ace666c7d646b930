// Reads a JSON body. Express's own reader is not used, because every refusal here must be a `validation_error` with a
// helpful message, and because it costs time on every small request. The size is limited twice: while the body
// arrives, and when it is decompressed (zip bombs).
import { isAscii } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { BODY_MAX_BYTES, JSON_DEPTH_MAX, JSON_VALUES_MAX } from '../../shared/contract/limits.ts';
import { BodyThroughput } from './body-throughput.ts';
import { describeJsonFault } from './json-fault.ts';
import { CLOSE_ARRAY, CLOSE_OBJECT, endOfText, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './json-octets.ts';
import { refuseUnstorableText } from './unstorable-text.ts';

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** Content-Encoding → function that decompresses it, off the event loop. */
const DECOMPRESS: Readonly<Record<string, Decompress>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });
const UTF8_NAMES: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * Middleware that sets `request.body` to the parsed JSON. A request without a body gets `{}`, so that schemas can name
 * the missing fields, and so that actions without a body may carry a Content-Type (docs/reference/requests.md#bodies).
 * @param maxBytes largest body, before and after decompression
 */
export function readJsonBody(maxBytes: number): RequestHandler {
  return async (request, _response, next) => {
    if (!hasBody(request)) {
      request.body = {};
      return next();
    }
    const bytes = await readBytes(request, maxBytes);
    request.body = bytes.length === 0 ? {} : await parseBody(request, bytes, maxBytes);
    next();
  };
}

export function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
}

async function parseBody(request: Request, bytes: Buffer, maxBytes: number): Promise<object> {
  requireJsonType(request.headers['content-type']);
  const plain = await decompress(bytes, request.headers['content-encoding'], maxBytes);
  return parseJson(plain);
}

export function requireJsonType(contentType: string | undefined): void {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  if (!JSON_TYPE.test(type.trim())) {
    throw new DomainError('validation_error', 'The `Content-Type` of the body must be `application/json`.');
  }
  const charset = parameters
    .map((parameter) => /^\s*charset="?([^"\s]+)"?\s*$/.exec(parameter)?.[1])
    .find(Boolean);
  if (charset !== undefined && !UTF8_NAMES.has(charset)) {
    throw new DomainError('validation_error', 'The charset of the body must be UTF-8.');
  }
}

/**
 * Reads the body up to a limit. A longer rest is discarded after the response (unread-body.ts).
 * @param statusCode of the refusal of a larger one, if not 422
 */
export function readBytes(request: Request, maxBytes: number, statusCode?: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (error: Error | undefined) => {
      throughput?.stop();
      request.off('data', take).off('end', end).off('error', settle).off('close', cutOff);
      if (error) reject(error);
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size));
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      throughput?.count(chunk.length);
      if (size > maxBytes) refuse();
      else chunks.push(chunk);
    };
    const end = () => settle(undefined);
    const cutOff = () =>
      settle(new DomainError('validation_error', 'The body ended before it was complete.'));
    const refuse = () => settle(tooLarge(maxBytes, statusCode));
    // A body that arrived completely with its headers, as nearly all do, needs no watch.
    let throughput: BodyThroughput | undefined;
    // The client may have disconnected while its key was looked up; then no more events arrive.
    if (request.destroyed) return cutOff();
    if (Number(request.headers['content-length']) > maxBytes) return refuse();
    if (!request.complete) throughput = new BodyThroughput(request, settle);
    throughput?.start();
    request.on('data', take).on('end', end).on('error', cutOff).on('close', cutOff);
  });
}

async function decompress(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() || 'identity';
  if (name === 'identity') return bytes;
  const undo = Object.hasOwn(DECOMPRESS, name) ? DECOMPRESS[name] : undefined;
  if (!undo) throw unknownEncoding();
  try {
    return await undo(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLarge(maxBytes);
    }
    throw new DomainError('validation_error', `The body is not valid ${name} data.`, { cause });
  }
}

/** @throws DomainError `validation_error` */
export function decodeUtf8(bytes: Buffer, decoder = STRICT_UTF8): string {
  // Most bodies are ASCII, and decoding a large one this way takes a third of the time.
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new DomainError('validation_error', 'The body is not valid UTF-8.', { cause });
  }
}

/** @param isWhole false: parts were taken out, so places in it mean nothing @throws DomainError `validation_error` */
export function parseJson(bytes: Buffer, isWhole = true): object {
  const text = decodeUtf8(bytes);
  if (isTooDeep(bytes)) throw tooDeep();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw malformed(cause, isWhole ? text : '');
  }
  if (typeof body !== 'object' || body === null) {
    throw new DomainError('validation_error', 'The body must be a JSON object or array.');
  }
  refuseUnstorableText(text, body);
  return body;
}

/**
 * Whether JSON is nested too deeply. Much of the code that walks a body is recursive; the limit keeps it from
 * overflowing the stack. The brackets are counted before the body is parsed, because V8 takes 80 ms to parse 240 KB that
 * are nested 120,000 levels deep.
 */
export function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let position = 0; position < bytes.length; position += 1) {
    const octet = bytes[position];
    if (octet === QUOTE) position = endOfText(bytes, position + 1, false).at;
    else if (octet === OPEN_ARRAY || octet === OPEN_OBJECT) depth += 1;
    else if (octet === CLOSE_ARRAY || octet === CLOSE_OBJECT) depth -= 1;
    if (depth > JSON_DEPTH_MAX) return true;
  }
  return false;
}

/** @param text empty: the position is not searched for */
export function malformed(cause: unknown, text = ''): DomainError {
  const isShort = text.length > 0 && text.length <= BODY_MAX_BYTES;
  const place = isShort ? describeJsonFault(text) : undefined;
  const said = place === undefined ? '' : `: ${place}`;
  return new DomainError('validation_error', `The body is not valid JSON${said}.`, { cause });
}

export function tooDeep(): DomainError {
  return new DomainError(
    'validation_error',
    `The body must be nested at most ${JSON_DEPTH_MAX} levels deep.`,
  );
}

export function tooManyValues(): DomainError {
  return new DomainError('validation_error', `The body must have at most ${JSON_VALUES_MAX} values.`);
}

export function tooLarge(maxBytes: number, statusCode?: number): DomainError {
  const message = `The body must have at most ${maxBytes} bytes.`;
  return new DomainError('validation_error', message, statusCode === undefined ? {} : { statusCode });
}

export function unknownEncoding(): DomainError {
  return new DomainError('validation_error', 'The `Content-Encoding` must be gzip, deflate, br or identity.');
}
