// Idempotency keys in the API: reads the `Idempotency-Key` header and runs a request at most once under its key. The
// response itself is stored, so a replay has the same bytes (docs/reference/idempotency.md).
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import Joi from 'joi';
import { DomainError } from '../shared/contract/domain-error.ts';
import { ERROR_STATUS } from '../shared/contract/errors.ts';
import { IDEMPOTENCY_KEY_MAX_LENGTH } from '../shared/contract/limits.ts';
import type { Reservation, StoredAnswer } from '../shared/resources/foundation/idempotency/keys.ts';
import {
  type RunUnderKeyDeps,
  runUnderKey,
} from '../shared/resources/foundation/idempotency/run-under-key.ts';
import { callerOf } from './caller.ts';
import { Reply } from './reply.ts';
import type { Answer } from './route.ts';

/** Header of an answer that is repeated. */
export const REPLAYED_HEADER = 'Idempotent-Replayed';

/** Retry-After of a batch that ran out of time; under a new key the batch may be sent again at once. */
export const RETRY_AFTER_SECONDS = 5;

/** Header that chooses how a batch is validated. Another value makes the same body a different request. */
export const VALIDATION_HEADER = 'x-batch-validation';

/** The header for the API description. @param effect what a repetition does not do again: `send` */
export const idempotencyHeader = (effect: string) =>
  Joi.object({
    'idempotency-key': Joi.string()
      .max(IDEMPOTENCY_KEY_MAX_LENGTH)
      .description(
        `A string of 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} characters. If you repeat the request with the same key within 24 hours, Posthorn does not ${effect} again`,
      ),
  });

/** @returns the key of a request, undefined if it has none @throws DomainError `invalid_idempotency_key` */
function readKey(request: Request): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length >= 1 && key.length <= IDEMPOTENCY_KEY_MAX_LENGTH) return key;
  throw new DomainError(
    'invalid_idempotency_key',
    `The Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} characters.`,
  );
}

/** What `runOnce` needs besides the request. */
export interface RunOnceOptions extends RunUnderKeyDeps {
  /** Sets the headers that are not stored with the response. */
  beforeReplay(): Promise<void>;
}

/**
 * Runs a request under its idempotency key, if it has one: at most once, however often clients repeat it.
 * @param run does the work and finishes the reservation; when it throws, the key is released
 * @returns the response of `run`, or the stored response
 * @throws DomainError `invalid_idempotency_key`, and the refusals of a key that is used by another request
 */
export async function runOnce(
  { beforeReplay, ...deps }: RunOnceOptions,
  request: Request,
  response: Response,
  run: (reservation: Reservation | undefined) => Promise<Answer>,
): Promise<Answer> {
  const key = readKey(request);
  if (key === undefined) return await run(undefined);
  const { accountId } = callerOf(request);
  const outcome = await runUnderKey(deps, { accountId, key, fingerprint: fingerprintOf(request) }, run);
  if ('result' in outcome) return outcome.result;
  await beforeReplay();
  return replay(response, outcome.stored);
}

function replay(response: Response, { statusCode, body }: StoredAnswer): Reply {
  response.setHeader(REPLAYED_HEADER, 'true');
  if (statusCode === ERROR_STATUS.batch_incomplete) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  return new Reply(statusCode, body);
}

/** Hash of what makes two requests the same: path, body (in any order of its fields) and kind of validation. */
function fingerprintOf({ route, params, body, headers }: Request): Buffer {
  const path = String(route.path).replace(/:(\w+)/g, (_, name) => String(params[name]));
  const same = [path, sortFields(body), headers[VALIDATION_HEADER] ?? 'strict'];
  return createHash('sha256').update(JSON.stringify(same)).digest();
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sortFields(inner)]);
}
