// A value of a contact property as one types it, and as it is shown. Pure. What is typed is read as a cell of an import is.
import { valueOfCell } from '../../../shared/resources/flows/contact-imports/parsing/cell-values.ts';
import type { ContactPropertyItem } from '../../api/generated/types.ts';

/** A value; null: none. */
export type PropertyValue = ContactPropertyItem['fallback_value'];
type Type = ContactPropertyItem['type'];

/** The required form, for a text that is not a value of the type. */
const MUST_BE: Readonly<Record<Type, string>> = {
  string: 'Enter a shorter text.',
  number: 'Enter a number with a decimal point, such as 12.5.',
  boolean: 'Choose yes or no.',
  date: 'Enter a date, such as 2026-11-20, or a time, such as 2026-11-20T12:00:00Z.',
};

/** Reads a typed value: an empty text is not a value. */
export function readPropertyValue(type: Type, text: string): { value: PropertyValue } | { fault: string } {
  const typed = type === 'string' ? text : text.trim();
  if (typed === '') return { value: null };
  const value = valueOfCell(type, typed);
  return value === undefined ? { fault: MUST_BE[type] } : { value };
}

/** The text that one would type for a value. */
export function typedText(value: PropertyValue): string {
  return value === null ? '' : String(value);
}

/** The shown form of a value. */
export function valueWords(value: PropertyValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null ? 'None' : String(value);
}

/** How a template says the property (docs/reference/templates.md#the-language). */
export function inTemplate(key: string): string {
  return `{{ contact.properties.${key} }}`;
}
