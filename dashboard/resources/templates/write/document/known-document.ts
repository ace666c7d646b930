// Whether this editor can open a document: it does what the schema says, and no more. Read by the few words of JSON Schema that
// schema.ts uses; a test compares the answers with those of a whole validator.
import type { WriteDocument } from './document.ts';
import { DOCUMENT_SCHEMA } from './schema.ts';

/** The words of JSON Schema that are known here. */
interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  type?: string | readonly string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  /** The schemas of the first items; `items` is for those after them. */
  prefixItems?: readonly Schema[];
  minItems?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

const DEFINITIONS: Readonly<Record<string, Schema>> = DOCUMENT_SCHEMA.$defs;
const REFERENCE = '#/$defs/';

/** False: it is from another editor, from a newer version of this one, or not a document. */
export function isKnownDocument(document: unknown): document is WriteDocument {
  return matches(document, DOCUMENT_SCHEMA);
}

function matches(value: unknown, schema: Schema): boolean {
  const { $ref, anyOf } = schema;
  if ($ref !== undefined) return matches(value, DEFINITIONS[$ref.slice(REFERENCE.length)] ?? { enum: [] });
  if (anyOf) return anyOf.some((each) => matches(value, each));
  if ('const' in schema) return value === schema.const;
  if (schema.enum) return schema.enum.includes(value);
  return [schema.type].flat().some((type) => type === typeOf(value)) && isWithin(value, schema);
}

function isWithin(value: unknown, schema: Schema): boolean {
  const { minimum = -Infinity, maximum = Infinity, pattern = '' } = schema;
  if (typeof value === 'number') return value >= minimum && value <= maximum;
  if (typeof value === 'string') return new RegExp(pattern, 'u').test(value);
  if (Array.isArray(value)) return isListOf(value, schema);
  return value === null || hasFields(value as Record<string, unknown>, schema);
}

function isListOf(list: readonly unknown[], schema: Schema): boolean {
  const { items = {}, prefixItems = [], minItems = 0, maxItems = Infinity } = schema;
  const isRight = (each: unknown, at: number) => matches(each, prefixItems[at] ?? items);
  return list.length >= minItems && list.length <= maxItems && list.every(isRight);
}

function hasFields(fields: Readonly<Record<string, unknown>>, schema: Schema): boolean {
  const { properties = {}, required = [] } = schema;
  return (
    required.every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, value]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return known !== undefined && matches(value, known);
    })
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isSafeInteger(value) ? 'integer' : typeof value;
}
