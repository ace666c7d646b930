// A large body as it arrives: decompressed, piece by piece, up to its largest size. The pieces are read only as fast as
// they are requested (back-pressure).
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { piecesOf } from './pieces.ts';
import { requireJsonType, tooLarge, unknownEncoding } from './read-json-body.ts';

/** Bytes of large bodies that a process holds at a time, without files. */
export const LARGE_BODIES_MAX_BYTES = 128 * 1024 * 1024;

/** Content-Encoding → a stream that decompresses it. */
const DECOMPRESS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The pieces of a body.
 * @param maxBytes largest body, before and after decompression
 * @param requireType refuses a body of another type; of a body without bytes the type does not matter
 * @throws DomainError `validation_error`
 */
export async function* boundedBody(
  request: Request,
  maxBytes: number,
  requireType: (contentType: string | undefined) => void = requireJsonType,
): AsyncGenerator<Buffer> {
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  let size = 0;
  for await (const piece of decompressed(request)) {
    if (size === 0) requireType(request.headers['content-type']);
    size += piece.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield piece;
  }
}

async function* decompressed(request: Request): AsyncGenerator<Buffer> {
  const name = request.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (name === 'identity') {
    yield* piecesOf(request, request, () => cutOff());
    return;
  }
  const create = Object.hasOwn(DECOMPRESS, name) ? DECOMPRESS[name] : undefined;
  if (!create) throw unknownEncoding();
  const plain = create();
  const end = () => {
    if (!request.complete) plain.destroy(new DOMException('The request ended.', 'AbortError'));
  };
  request.once('error', end).once('close', end).pipe(plain);
  try {
    yield* piecesOf(request, plain, (cause) => (isAbort(cause) ? cutOff(cause) : invalidData(name, cause)));
  } finally {
    request.off('error', end).off('close', end).unpipe(plain);
    plain.destroy();
  }
}

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'AbortError';
}

function cutOff(cause?: unknown): DomainError {
  return new DomainError('validation_error', 'The body ended before it was complete.', { cause });
}

function invalidData(encoding: string, cause: unknown): DomainError {
  return new DomainError('validation_error', `The body is not valid ${encoding} data.`, { cause });
}
