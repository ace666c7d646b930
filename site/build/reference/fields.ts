// The fields of a schema as rows of a table: the path of each, its type, what it may be, and what it means. Alternatives
// of a schema (`anyOf`) are one table: a field that several of them have is one row with all that it may be.
import type { JsonSchema } from '../../../shared/contract/json-schema.ts';
import { limitWords } from './limits.ts';

/** A row. */
export interface FieldRow {
  /** `attachments[].filename`; `*` is any name, `[]` an item of a list. */
  path: string;
  /** Markdown: objects that are shown on the page are links. */
  type: string;
  /** Some alternatives may require a field, and some not. */
  required: 'yes' | 'no' | 'in some forms';
  meaning: string;
  /** `1 to 50 items`; empty: none. */
  limits: string;
}

/** A field in one of the alternatives. */
interface Occurrence {
  path: string;
  schema: JsonSchema;
  isRequired: boolean;
}

/** The rows of a schema; an object of the description that it refers to is named, not opened. */
export function fieldRows(schema: JsonSchema): FieldRow[] {
  const byPath = new Map<string, Occurrence[]>();
  for (const occurrence of occurrencesIn(schema, ''))
    byPath.set(occurrence.path, [...(byPath.get(occurrence.path) ?? []), occurrence]);
  return [...byPath].map(([path, found]) => rowOf(path, found));
}

function occurrencesIn(schema: JsonSchema, path: string): Occurrence[] {
  const { properties = {}, required = [], items, anyOf = [], additionalProperties } = schema;
  const own = Object.entries(properties).flatMap(([name, field]) =>
    withInner(path === '' ? name : `${path}.${name}`, field, required.includes(name)),
  );
  const named =
    typeof additionalProperties === 'object' ? withInner(`${path}.*`, additionalProperties, false) : [];
  return [
    ...own,
    ...named,
    ...(items ? occurrencesIn(items, `${path}[]`) : []),
    ...anyOf.flatMap((part) => occurrencesIn(part, path)),
  ];
}

function withInner(path: string, schema: JsonSchema, isRequired: boolean): Occurrence[] {
  return [{ path, schema, isRequired }, ...occurrencesIn(schema, path)];
}

function rowOf(path: string, found: readonly Occurrence[]): FieldRow {
  const schemas = found.map(({ schema }) => schema);
  const needs = new Set(found.map(({ isRequired }) => isRequired));
  return {
    path,
    type: typeWords({ anyOf: schemas }),
    required: needs.size > 1 ? 'in some forms' : needs.has(true) ? 'yes' : 'no',
    meaning: meaningOf(path, schemas),
    limits: [...new Set(schemas.map(limitWords))].filter(Boolean).join('; '),
  };
}

function meaningOf(path: string, schemas: readonly JsonSchema[]): string {
  const said = [...new Set(schemas.map(({ description = '' }) => description))].filter(Boolean).join('. ');
  return said === '' && path.endsWith('.*') ? 'The value of each name' : said;
}

/** The type in words: `string or string[]`, `[Contact](#contact-object)`, `` `"a"` or `"b"` ``. */
export function typeWords(schema: JsonSchema): string {
  const words = [...new Set(wordsOf(schema))];
  const others = words.filter((word) => word !== 'null');
  const listed = others.length === 0 ? 'any' : others.join(' or ');
  return words.includes('null') ? `${listed}, or null` : listed;
}

function wordsOf(schema: JsonSchema): string[] {
  const { $ref, anyOf, oneOf, type } = schema;
  if ($ref !== undefined) return [linkTo($ref.split('/').at(-1) ?? '')];
  if ('const' in schema) return [valueWord(schema.const)];
  if (schema.enum) return schema.enum.map(valueWord);
  const parts = anyOf ?? oneOf;
  if (parts) return parts.flatMap(wordsOf);
  const types = type === undefined ? ['any'] : [type].flat();
  return types.map((each) => (each === 'array' ? listWord(schema) : plainWord(each, schema)));
}

/** An object that the same page shows. */
function linkTo(name: string): string {
  return `[${name}](#${objectAnchor(name)})`;
}

/** The anchor of an object on its page. */
export function objectAnchor(name: string): string {
  return `${name.toLowerCase()}-object`;
}

function listWord({ items = {}, maxItems }: JsonSchema): string {
  if (maxItems === 0) return '`[]`';
  const each = typeWords(items);
  return / or |, /.test(each) ? `(${each})[]` : `${each}[]`;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'time',
  uri: 'URL',
  uuid: 'UUID',
};

function plainWord(type: string, { format = '', contentMediaType }: JsonSchema): string {
  if (contentMediaType !== undefined) return 'file';
  return type === 'string' ? (FORMATS[format] ?? 'string') : type;
}

/** An empty text is how some fields are cleared; it is a value like null. */
function valueWord(value: unknown): string {
  return value === null ? 'null' : `\`${JSON.stringify(value)}\``;
}
