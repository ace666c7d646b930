// Schemas of the arguments of tools, from those of the operations that they call.
import type { JsonSchema } from '../../../../shared/contract/json-schema.ts';
import { type CallableOperation, standalone } from '../operations/catalogue.ts';

/** A JSON Schema of arguments. */
export interface ArgumentsSchema {
  type: 'object';
  properties: Record<string, JsonSchema>;
  required?: string[];
}

/** The arguments of a tool that is one operation: everything that the request takes, side by side. */
export function argumentsOf({ parameters, body }: CallableOperation): ArgumentsSchema {
  const asked = parameters.map(({ name, description = '', schema }) => [
    argumentName(name),
    { description, ...schema },
  ]);
  const properties = { ...Object.fromEntries(asked), ...body?.properties };
  const needed = parameters.flatMap(({ name, required }) => (required ? [argumentName(name)] : []));
  const schema: JsonSchema = { type: 'object', properties, required: [...needed, ...(body?.required ?? [])] };
  return simplify(standalone(schema)) as ArgumentsSchema;
}

/** `idempotency-key` → `idempotency_key`. */
export function argumentName(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

/** Leaves out the values that mean "absent": a model that reads them would send them. */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, ...rest } = value as JsonSchema & Record<string, unknown>;
  const simple = Object.fromEntries(
    Object.entries(rest).flatMap(([name, part]) =>
      name === 'default' && part === null ? [] : [[name, simplify(part)]],
    ),
  );
  if (!Array.isArray(anyOf)) return anyOf === undefined ? simple : { ...simple, anyOf: simplify(anyOf) };
  const [first, ...others] = anyOf.filter((part) => !isAbsence(part)).map(simplify);
  return others.length === 0 ? { ...simple, ...(first as object) } : { ...simple, anyOf: [first, ...others] };
}

function isAbsence({ enum: values, maxItems, ...schema }: JsonSchema): boolean {
  const listed = 'const' in schema ? [schema.const] : values;
  return maxItems === 0 || listed?.every((value) => value === null || value === '') === true;
}
