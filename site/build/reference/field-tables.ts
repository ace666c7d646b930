// The tables of fields in docs/reference/: for a block `[//]: # (fields Topic)` the fields of that object of the
// contract, their types and what they mean; for `fields Webhook.health` those of the object in that field. What a page adds to a field is in the last column, which stays as it was
// written; so the contract has each field once, and the page only what goes beyond it.
import { type JsonSchema, typesOf } from '../../../shared/contract/json-schema.ts';
import type { ObjectFields } from '../../../shared/contract/shapes.ts';
import { markdownTable, writeBlocks } from '../../../shared/contract/site/blocks.ts';
import { typeWords } from './fields.ts';

/** Name of an object → its fields. */
export type Objects = Readonly<Record<string, ObjectFields>>;

const ROW = /^\| `(?<field>\w+)` \|.*\| (?<note>.*?) \|$/;
const HEAD = ['field', 'type', 'meaning'];
const NOTES = 'more';
/** More names than that are not listed in a cell. */
const LISTED_MAX = 12;

/** The page with its tables of fields. Throws if it has a table of an unknown object, or a note about an unknown field. */
export function withFieldTables(page: string, objects: Objects): string {
  return writeBlocks(page, 'fields', (name, body) => {
    const fields = fieldsOf(name, objects);
    // The same object in a list has fewer fields.
    const listed = objects[`${name.replace(/^New/, '')}Item`] ?? fields;
    return fieldTable(fields, listed, notesOf(body));
  });
}

/** @param name `Webhook` or `Webhook.health` */
function fieldsOf(name: string, objects: Objects): ObjectFields {
  const [object = '', ...path] = name.split('.');
  const found = path.reduce((fields, field) => innerFields(fields?.[field] ?? {}), objects[object]);
  if (!found || Object.keys(found).length === 0) throw new Error(`The contract has no object ${name}.`);
  return found;
}

/** Field → what the page adds. */
function notesOf(body: string): Map<string, string> {
  if (!body.startsWith(`| ${[...HEAD, NOTES].join(' | ')} |`)) return new Map();
  const rows = body.split('\n').map((line) => ROW.exec(line)?.groups ?? {});
  return new Map(rows.flatMap(({ field = '', note = '' }) => (note === '' ? [] : [[field, note]])));
}

function fieldTable(fields: ObjectFields, listed: ObjectFields, notes: ReadonlyMap<string, string>): string {
  const unknown = [...notes.keys()].find((field) => !fields[field]);
  if (unknown !== undefined) throw new Error(`A note is about ${unknown}, which is no field.`);
  const rows = Object.entries(fields).map(([field, schema]) => {
    const cells = [
      `\`${field}\``,
      typeCell(schema),
      meaningOf(schema, field in listed).replaceAll('|', '\\|'),
    ];
    return notes.size === 0 ? cells : [...cells, notes.get(field) ?? ''];
  });
  return markdownTable(notes.size === 0 ? HEAD : [...HEAD, NOTES], rows);
}

/** `string or null`; the values are part of the meaning. */
function typeCell(schema: JsonSchema): string {
  return typeWords(withoutValues(schema)).replace(/\[(\w+)\]\(#[^)]*\)/g, '$1');
}

function withoutValues(schema: JsonSchema): JsonSchema {
  const { enum: _values, const: _value, items, ...rest } = schema;
  const hasValues = 'const' in schema || schema.enum !== undefined;
  const type = hasValues ? { type: [...typesOf(schema)] } : {};
  return { ...rest, ...type, ...(items ? { items: withoutValues(items) } : {}) };
}

function meaningOf(schema: JsonSchema, isListed: boolean): string {
  const { description = '' } = schema;
  const known = (name: string) => description.includes(`\`${name}\``);
  const values = 'const' in schema ? [schema.const] : (schema.enum ?? []);
  const names = [
    ...values.filter((value) => value !== null).map(String),
    ...Object.keys(innerFields(schema)),
  ];
  const list = names.map((name) => `\`${name}\``).join(', ');
  const isObjectName = 'const' in schema;
  return [
    ...(isObjectName ? [] : [description]),
    ...(names.every(known) || names.length > LISTED_MAX ? [] : [list]),
    ...(isListed ? [] : ['Not in a list']),
  ].join('. ');
}

/** The fields of an object, or of each of a list; none if it is one of several objects. */
function innerFields({ properties, items, anyOf = [] }: JsonSchema): ObjectFields {
  const parts = items ? [items] : anyOf.filter((part) => part.properties);
  const [only = {}] = parts.length === 1 ? parts : [];
  return properties ?? only.properties ?? {};
}
