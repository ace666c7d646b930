// What bounds the values of a field, in words.
import type { JsonSchema } from '../../../shared/contract/json-schema.ts';

/** `1 to 50 items; default 20`; empty: nothing does. */
export function limitWords(schema: JsonSchema): string {
  const { default: given } = schema;
  // An absent field and null mean the same in most requests: that is not a default to know.
  const byDefault = given === undefined || given === null ? [] : [`default \`${JSON.stringify(given)}\``];
  return [...new Set([...boundsOf(schema), ...byDefault])].join('; ');
}

function boundsOf(schema: JsonSchema): string[] {
  const { items, propertyNames, anyOf = [] } = schema;
  const ofItems = items && !items.properties && !items.$ref ? prefixed('each ', boundsOf(items)) : [];
  const ofNames = propertyNames ? prefixed('names: ', boundsOf(propertyNames)) : [];
  return [...ownBounds(schema), ...ofItems, ...ofNames, ...anyOf.flatMap(boundsOf)];
}

function prefixed(prefix: string, bounds: readonly string[]): string[] {
  return bounds.length === 0 ? [] : [`${prefix}${bounds.join(', ')}`];
}

function ownBounds(schema: JsonSchema): string[] {
  return [
    between(schema.minLength, schema.maxLength, ' characters'),
    between(schema.minimum, schema.maximum, ''),
    between(schema.minItems, schema.maxItems, ' items'),
    between(schema.minProperties, schema.maxProperties, ' fields'),
    schema.uniqueItems === true ? 'each item once' : '',
    ...[schema.pattern, schema.not?.pattern].map(patternWords),
  ].filter((words) => words !== '');
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  // Nothing has fewer than no characters or items.
  const from = unit !== '' && least === 0 ? undefined : least;
  if (most === 0) return '';
  if (most !== undefined && from !== undefined)
    return from === most ? `${amount(most)}${unit}` : `${amount(from)} to ${amount(most)}${unit}`;
  if (most !== undefined) return `up to ${amount(most)}${unit}`;
  if (from === 1 && unit !== '') return 'not empty';
  return from === undefined ? '' : `at least ${amount(from)}${unit}`;
}

const amount = (number: number) => number.toLocaleString('en-US');

/** Patterns of the contract that have words; others are shown as they are. */
const PATTERN_WORDS: Readonly<Record<string, string>> = {
  '\\S': 'not blank',
  '[\\r\\n]': 'one line',
};

function patternWords(pattern: string | undefined): string {
  if (pattern === undefined) return '';
  return PATTERN_WORDS[pattern] ?? `matches \`${pattern}\``;
}
