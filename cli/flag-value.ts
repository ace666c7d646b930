// Converts the text of a flag to the value of a field. The schema decides the kind of value; the API decides whether
// the value is valid.
import { type JsonSchema, type JsonType, typesOf } from '../shared/contract/json-schema.ts';
import { rejected } from './failure.ts';

/**
 * The kind of value that a flag takes:
 * - `text`, `number`, `boolean`: one value.
 * - `texts`: one or more texts.
 * - `objects`: one or more JSON objects, or one JSON array.
 * - `json`: JSON.
 * - `any`: JSON if it parses, otherwise text.
 * - `file`: the path of a file to send.
 */
export type FlagKind = 'file' | 'text' | 'number' | 'boolean' | 'texts' | 'objects' | 'json' | 'any';

/** The kind of a field that is not a file; undefined if it accepts only null. */
export function kindOf(schema: JsonSchema): Exclude<FlagKind, 'file'> | undefined {
  const types = typesOf(schema);
  if (types.size === 1 && types.has('null')) return undefined;
  if (types.has('array')) return itemsAre(schema, 'string') ? 'texts' : 'objects';
  if (types.has('object')) return types.has('string') ? 'any' : 'json';
  if (types.has('string')) return types.has('number') || types.has('boolean') ? 'any' : 'text';
  if (types.has('number') || types.has('integer')) return 'number';
  return types.has('boolean') ? 'boolean' : 'any';
}

/** The allowed values of a field, for its help. */
export function choicesOf(schema: JsonSchema): string[] {
  const words = [schema.const, ...(schema.enum ?? []), ...(schema.anyOf ?? []).flatMap(choicesOf)];
  return words.filter((word): word is string => typeof word === 'string' && word !== '');
}

/**
 * Converts the value of a flag.
 * @param given all texts that were given for the flag
 * @throws CliFailure when a text does not fit the kind
 */
export function readFlag(flag: string, kind: FlagKind, given: readonly string[]): unknown {
  const [first = ''] = given;
  switch (kind) {
    case 'file':
    case 'text':
      return first;
    case 'texts':
      return given;
    case 'number':
      return readNumber(flag, first);
    case 'boolean':
      return readBoolean(flag, first);
    case 'json':
      return readJson(flag, first);
    case 'objects':
      return given.flatMap((text) => readJson(flag, text));
    case 'any':
      return isJson(first) ? JSON.parse(first) : first;
  }
}

function itemsAre({ items, anyOf = [] }: JsonSchema, type: JsonType): boolean {
  if (items) return typesOf(items).has(type);
  return anyOf.some((part) => itemsAre(part, type));
}

function readNumber(flag: string, text: string): number {
  if (text.trim() === '' || Number.isNaN(Number(text))) throw rejected(`${flag} takes a number.`);
  return Number(text);
}

function readBoolean(flag: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') throw rejected(`${flag} takes true or false.`);
  return text === 'true';
}

function readJson(flag: string, text: string): unknown {
  if (!isJson(text)) throw rejected(`${flag} takes JSON.`);
  return JSON.parse(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
