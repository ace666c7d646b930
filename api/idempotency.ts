// Idempotency keys at the edge (interface.md, Idempotency; decisions.md §2): reads the header, and runs a request under
// its key. What is remembered is the answer itself, so a replay is the same bytes.
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import Joi from 'joi';
import { DomainError } from '../shared/contract/domain-error.ts';
import { ERROR_STATUS } from '../shared/contract/errors.ts';
import type { Database } from '../shared/platform/db/connect.ts';
import {
  type RememberedAnswer,
  type Reservation,
  releaseKey,
  reserveKey,
} from '../shared/resources/idempotency/keys.ts';
import { callerOf } from './caller.ts';
import { Reply } from './reply.ts';
import type { Answer } from './route.ts';

/** After a batch that was given up; with a new key it may be sent again at once. */
export const RETRY_AFTER_SECONDS = 5;
/** interface.md, Limits. */
const KEY_MAX_LENGTH = 255;

/** How a batch is validated; it makes another request of the same body. */
export const VALIDATION_HEADER = 'x-batch-validation';

/** The header as the API description shows it. */
export const idempotencyHeader = Joi.object({ 'idempotency-key': Joi.string().max(KEY_MAX_LENGTH) });

/** The key of a request; undefined: it has none. @throws DomainError `invalid_idempotency_key` */
function readKey(request: Request): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length >= 1 && key.length <= KEY_MAX_LENGTH) return key;
  throw new DomainError(
    'invalid_idempotency_key',
    `The Idempotency-Key must have 1 to ${KEY_MAX_LENGTH} characters.`,
  );
}

/** How a request is run under its key. */
export interface RunOnceOptions {
  database: Database;
  now: Date;
  /** Sets the headers that are not remembered. */
  beforeReplay(): Promise<void>;
}

/**
 * Runs a request under its key, if it has one: at most once, whoever repeats it.
 * @param run does the work and finishes the reservation; what it throws leaves the key free again
 * @returns its answer, or the one that is remembered
 */
export async function runOnce(
  { database, now, beforeReplay }: RunOnceOptions,
  request: Request,
  response: Response,
  run: (reservation: Reservation | undefined) => Promise<Answer>,
): Promise<Answer> {
  const key = readKey(request);
  if (key === undefined) return await run(undefined);
  const { accountId } = callerOf(request);
  const reserved = await reserveKey(database, { accountId, key, fingerprint: fingerprintOf(request) }, now);
  if ('body' in reserved) {
    await beforeReplay();
    return replay(response, reserved);
  }
  try {
    return await run(reserved);
  } catch (error) {
    // When the database is away the lease ends by itself. A key that was finished stays as it is.
    await releaseKey(database, reserved).catch(() => undefined);
    throw error;
  }
}

function replay(response: Response, { statusCode, body }: RememberedAnswer): Reply {
  response.setHeader('Idempotent-Replayed', 'true');
  if (statusCode === ERROR_STATUS.batch_incomplete) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  return new Reply(statusCode, body);
}

/** What makes two requests the same: the path, the body whatever the order of its fields, and how it is validated. */
function fingerprintOf({ route, body, headers }: Request): Buffer {
  const same = [route.path, sortFields(body), headers[VALIDATION_HEADER] ?? 'strict'];
  return createHash('sha256').update(JSON.stringify(same)).digest();
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sortFields(inner)]);
}
