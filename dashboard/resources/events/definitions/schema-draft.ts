// The schema of an event while one edits it: rows of a field and its type, what is wrong with them, and the payloads that
// came and would break it. Pure; the API judges what is saved.
import { EVENT_FIELD_TYPES } from '../../../../shared/contract/events/values.ts';
import { EVENT_FIELD_MAX_LENGTH, EVENT_FIELDS_MAX } from '../../../../shared/contract/limits.ts';
import {
  type BrokenField,
  findBrokenField,
} from '../../../../shared/resources/flows/events/definitions/broken-field.ts';
import type { EventItem } from '../../../api/generated/types.ts';

/** Type of a field. */
export type FieldType = (typeof EVENT_FIELD_TYPES)[number];
/** The schema as the API has it; null: any payload. */
export type Schema = EventItem['schema'];

/** A field that is being edited. */
export interface FieldRow {
  /** The id of the row while it is edited. */
  id: string;
  name: string;
  type: FieldType;
}

/** A received payload that would break the schema. */
export interface BreakingPayload extends BrokenField {
  eventId: string;
  at: string;
}

/** The most of a value that is shown. */
const VALUE_MAX_LENGTH = 80;

/** The words for a value of another type. */
const WANTED: Readonly<Record<FieldType, string>> = {
  string: 'not a string',
  number: 'not a number',
  boolean: 'not true or false',
  date: 'not an ISO 8601 date',
};

/** The rows of a schema. */
export function rowsOf(schema: Schema): FieldRow[] {
  return Object.entries(schema ?? {}).map(([name, type], place) => ({ id: `field-${place}`, name, type }));
}

/** A row without a name. @param rows those that there are */
export function emptyRow(rows: readonly FieldRow[]): FieldRow {
  const numbers = rows.map(({ id }) => Number(id.slice('field-'.length)));
  return { id: `field-${Math.max(-1, ...numbers) + 1}`, name: '', type: 'string' };
}

/** The schema of the rows; null: there are none, so any payload fits. A field may be called `__proto__`. */
export function schemaOf(rows: readonly FieldRow[]): Schema {
  if (rows.length === 0) return null;
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]));
}

/** The faults of rows, by their id. Names are used as typed. */
export function rowFaults(rows: readonly FieldRow[]): ReadonlyMap<string, string> {
  const seen = new Set<string>();
  const faults = new Map<string, string>();
  for (const { id, name } of rows) {
    const fault = nameFault(name, seen);
    if (fault !== undefined) faults.set(id, fault);
    seen.add(name);
  }
  return faults;
}

/** Whether no more fields fit. */
export function isFull(rows: readonly FieldRow[]): boolean {
  return rows.length >= EVENT_FIELDS_MAX;
}

/**
 * Received payloads that would break the schema, the newest first; none while a name is there twice, which is reported
 * first.
 */
export function breakingPayloads(
  rows: readonly FieldRow[],
  events: readonly { id: string; payload: object | null; created_at: string }[],
): BreakingPayload[] {
  const named = rows.filter(({ name }) => name !== '');
  if (rowFaults(named).size > 0) return [];
  const schema = schemaOf(named) ?? {};
  return events.flatMap(({ id, payload, created_at }) => {
    const broken = findBrokenField(schema, payload);
    return broken ? [{ ...broken, eventId: id, at: created_at }] : [];
  });
}

/** "total is “12,50”, which is no number" */
export function brokenWords({ field, type, value }: BrokenField): string {
  return `${field} is ${valueWords(value)}, which is ${WANTED[type]}`;
}

/** Types as options of a field. */
export const TYPE_OPTIONS = EVENT_FIELD_TYPES.map((id) => ({ id, label: id }));

function nameFault(name: string, seen: ReadonlySet<string>): string | undefined {
  if (name === '') return 'Enter a name, or remove the field.';
  if (name.length > EVENT_FIELD_MAX_LENGTH) return `A name has up to ${EVENT_FIELD_MAX_LENGTH} characters.`;
  return seen.has(name) ? 'Another field has this name.' : undefined;
}

function valueWords(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  if (typeof value === 'string') return `“${cut(value)}”`;
  if (Array.isArray(value)) return `a list (${cut(text)})`;
  return typeof value === 'object' && value !== null ? `an object (${cut(text)})` : cut(text);
}

function cut(text: string): string {
  return text.length > VALUE_MAX_LENGTH ? `${text.slice(0, VALUE_MAX_LENGTH)}…` : text;
}
