// The items of a batch, validated one by one: a strict batch is refused for its first invalid item, a permissive one
// leaves the invalid items out (docs/reference/batches.md#permissive-batches).
import type { Request } from 'express';
import type Joi from 'joi';
import { DomainError } from '../shared/contract/domain-error.ts';
import { FAULTS_MAX } from '../shared/contract/limits.ts';
import type { RefusedItem } from '../shared/contract/refused-items.ts';
import { Turns } from '../shared/platform/sharing/turns.ts';
import { VALIDATION_HEADER } from './idempotency.ts';
import { validate } from './validate.ts';

/** The treatment of the valid items of a batch that has invalid ones. */
export type BatchMode = 'strict' | 'permissive';

/** The valid items with their positions in the request, and the refused ones. */
export interface BatchItems<Input> {
  items: { index: number; input: Input }[];
  refused: RefusedItem[];
}

/** Only this exact value counts; Resend's SDK always sends the header. */
export function batchModeOf({ headers }: Request): BatchMode {
  return headers[VALIDATION_HEADER] === 'permissive' ? 'permissive' : 'strict';
}

/**
 * Validates items, in turns of the event loop: a batch of contacts may be 20 MB.
 * @throws DomainError strict: the error of the first invalid item, with its `index`, and the faults of all items
 */
export async function readBatchItems<Input>(
  schema: Joi.ObjectSchema<Input>,
  bodies: readonly unknown[],
  mode: BatchMode,
): Promise<BatchItems<Input>> {
  const items: BatchItems<Input>['items'] = [];
  const refused: RefusedItem[] = [];
  const turns = new Turns();
  for (const [index, body] of bodies.entries()) {
    await turns.next();
    const read = readItem(schema, body);
    if (!(read instanceof DomainError)) items.push({ index, input: read });
    else refused.push({ index, error: read });
    if (mode === 'strict' && refused.length === FAULTS_MAX) break;
  }
  if (mode === 'strict') refuseFirst(refused);
  return { items, refused };
}

function refuseFirst([first, ...others]: readonly RefusedItem[]): void {
  if (!first) return;
  throw first.error
    .at(first.index)
    .withFaults(() => others.flatMap(({ index, error }) => error.at(index).faults()));
}

function readItem<Input>(schema: Joi.ObjectSchema<Input>, body: unknown): Input | DomainError {
  try {
    return validate(schema, body);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
