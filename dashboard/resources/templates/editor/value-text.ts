// Values of variables as people type them: a text as it is, a number, yes or no, and a list or an object as JSON. Pure.
import type { Template } from '../../../api/generated/types.ts';

/** The type of a variable. */
export type ValueType = Template['variables'][number]['type'];

/** The types, as the page calls them. */
export const VALUE_TYPES: readonly { id: ValueType; label: string }[] = [
  { id: 'string', label: 'Text' },
  { id: 'number', label: 'Number' },
  { id: 'boolean', label: 'Yes or no' },
  { id: 'list', label: 'List' },
  { id: 'object', label: 'Object' },
];

const FAULTS: Readonly<Record<Exclude<ValueType, 'string'>, string>> = {
  number: 'Enter a number, such as 12.5.',
  boolean: 'Enter true or false.',
  list: 'Enter a list as JSON, such as ["one", "two"].',
  object: 'Enter an object as JSON, such as {"name": "Ana"}.',
};

/** The typed form of a value. */
export function valueText(type: ValueType, value: unknown): string {
  return type === 'string' ? String(value) : JSON.stringify(value);
}

/** The typed value, or its fault. */
export function readValue(
  type: ValueType,
  text: string,
): { value: unknown; fault?: undefined } | { value?: undefined; fault: string } {
  if (type === 'string') return { value: text };
  const value = parse(text);
  return isOfType(type, value) ? { value } : { fault: FAULTS[type] };
}

function isOfType(type: ValueType, value: unknown): boolean {
  if (type === 'list') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
