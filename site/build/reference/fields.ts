// The fields of a schema as rows of a table: the path of each, its type, what it may be, and what it means.
import type { JsonSchema } from '../../../shared/contract/json-schema.ts';

/** A row. */
export interface FieldRow {
  /** `attachments[].filename` */
  path: string;
  type: string;
  isRequired: boolean;
  meaning: string;
  /** `1 to 50 items`; empty: none. */
  limits: string;
}

/** The rows of a schema; an object of the description that it refers to is named, not opened. */
export function fieldRows(schema: JsonSchema, path = ''): FieldRow[] {
  const { properties = {}, required = [], items } = schema;
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    return [rowOf(fieldPath, field, required.includes(name)), ...fieldRows(field, fieldPath)];
  });
  const parts = (schema.anyOf ?? []).flatMap((part) => fieldRows(part, path));
  return onePerPath([...own, ...parts, ...(items ? fieldRows(items, `${path}[]`) : [])]);
}

/** Alternatives of a field have some of their fields in common. */
function onePerPath(rows: readonly FieldRow[]): FieldRow[] {
  return [...new Map(rows.toReversed().map((row) => [row.path, row])).values()].toReversed();
}

function rowOf(path: string, schema: JsonSchema, isRequired: boolean): FieldRow {
  return {
    path,
    type: typeWords(schema),
    isRequired,
    meaning: schema.description ?? '',
    limits: limitWords(schema),
  };
}

/** The type in words: `string or string[]`, `Contact`, `` `a` or `b` ``. */
export function typeWords(schema: JsonSchema): string {
  const words = [...new Set(wordsOf(schema))].filter((word) => word !== '');
  const isOptional = words.includes('null');
  const others = words.filter((word) => word !== 'null');
  const listed = others.length === 0 ? 'any' : others.join(' or ');
  return isOptional ? `${listed}, or null` : listed;
}

function wordsOf(schema: JsonSchema): string[] {
  const { $ref, anyOf, oneOf, items, type, format } = schema;
  if ($ref !== undefined) return [$ref.split('/').at(-1) ?? ''];
  if ('const' in schema) return [valueWord(schema.const)];
  if (schema.enum) return schema.enum.map(valueWord);
  const parts = anyOf ?? oneOf;
  if (parts) return parts.flatMap(wordsOf);
  const types = type === undefined ? [] : [type].flat();
  return types.map((each) => {
    if (each === 'array') return `${items ? typeWords(items).replace(/^(.* or .*)$/, '($1)') : 'any'}[]`;
    if (each === 'string' && format === 'date-time') return 'time';
    return each;
  });
}

/** An empty text is how some fields are cleared; it is a value like null. */
function valueWord(value: unknown): string {
  return value === null ? 'null' : `\`${JSON.stringify(value)}\``;
}

/** What bounds the values of a field. */
export function limitWords(schema: JsonSchema): string {
  const found = [schema, ...(schema.anyOf ?? [])].flatMap(ownLimits);
  const { default: given } = schema;
  const byDefault = given === undefined || given === null ? [] : [`default \`${JSON.stringify(given)}\``];
  return [...new Set([...found, ...byDefault])].join('; ');
}

function ownLimits(schema: JsonSchema): string[] {
  return [
    between(schema.minLength, schema.maxLength, 'characters'),
    between(schema.minimum, schema.maximum, ''),
    between(schema.minItems, schema.maxItems, 'items'),
    between(schema.minProperties, schema.maxProperties, 'fields'),
  ].filter((words) => words !== '');
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  const words = unit === '' ? '' : ` ${unit}`;
  if (most === undefined) return least === undefined || least <= 1 ? '' : `at least ${least}${words}`;
  if (least === undefined || least === 0) return `up to ${most}${words}`;
  return least === most ? `${most}${words}` : `${least} to ${most}${words}`;
}
