// Holds every event that a test has caused against its schema: no unknown field, no missing one, every value of its type.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Pool } from 'pg';
import { describePayloads } from '../../../api/openapi/webhooks.ts';
import { closeObjects } from '../documents/close-objects.ts';
import { noteSeen } from '../seen.ts';

let schemas: Readonly<Record<string, object>> | undefined;
const validators = new Map<string, ValidateFunction>();

/** What no event is: rows that tests write themselves, and those of erased people, have other data. */
const REAL = `
  SELECT DISTINCT ON (type, md5(payload)) payload FROM webhook_messages
  WHERE payload LIKE '{"id" : %"data" : {%' AND payload NOT LIKE '%erased@%'`;

/** @throws Error that says what is wrong with an event */
export async function checkPayloads(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ payload: string }>(REAL);
  for (const { payload } of rows) checkPayload(JSON.parse(payload));
}

/**
 * @param event the body of a request to a webhook
 * @param isReal something has caused it, so it counts as seen
 * @throws Error that says what is wrong with it
 */
export function checkPayload(event: { type: string }, { isReal = true } = {}): void {
  const { type } = event;
  const validate = validatorOf(type);
  if (!validate(event))
    throw new Error(`${JSON.stringify(event)} is none of ${type}: ${JSON.stringify(validate.errors)}`);
  if (isReal) noteSeen(`payload ${type}`);
}

function validatorOf(type: string): ValidateFunction {
  const known = validators.get(type);
  if (known) return known;
  schemas ??= byType();
  const ajv = new Ajv2020({ strict: false });
  ajvFormats.default(ajv);
  const made = ajv.compile(schemas[type] ?? { not: {} });
  validators.set(type, made);
  return made;
}

function byType(): Record<string, object> {
  const each = Object.values(describePayloads()).map((schema) => [
    String(schema.properties?.['type']?.const),
    closeObjects(schema),
  ]);
  return Object.fromEntries(each);
}
