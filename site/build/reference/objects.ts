// The named objects that the operations of a page answer and take.
import type { JsonSchema } from '../../../shared/contract/json-schema.ts';
import type { Description, ReferenceOperation } from './description.ts';

const OBJECT_REFERENCE = /"\$ref":"#\/components\/schemas\/(?<name>\w+)"/g;

/** Each object once, with those that it contains. Errors are on pages of their own. */
export function objectsOf(
  operations: readonly ReferenceOperation[],
  { components }: Description,
): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const look = (part: unknown) => {
    for (const name of namesIn(part)) {
      const schema = components.schemas[name];
      if (!schema || found.has(name)) continue;
      found.set(name, schema);
      look(schema);
    }
  };
  for (const { responses, requestBody, parameters } of operations) {
    const { default: _error, ...answers } = responses;
    for (const part of [answers, requestBody, parameters]) look(part);
  }
  return found;
}

function namesIn(part: unknown): Set<string> {
  const text = JSON.stringify(part) ?? '';
  return new Set([...text.matchAll(OBJECT_REFERENCE)].map(({ groups }) => groups?.['name'] ?? ''));
}
