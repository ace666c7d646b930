// References to values that are known when a step runs: `event.x`, `contact.x` and `wait_events.name.x`, in `{var: …}`
// and as the fields of rules.
import { CONTACT_FIELDS, type FieldsByKey, fieldsByColumn } from '../../../../contract/contacts/fields.ts';
import type { ContactProperty } from '../../../audience/contact-properties/contact-property.ts';
import type { ContactColumn } from '../../../audience/segments/filters/contact-field.ts';
import type { VariableReference } from './graph.ts';

/** The target of a reference. A path is the names of nested fields. */
export type Reference =
  /** A value of the event that started the run; in the filter of a wait, of the event that arrives. */
  | { kind: 'event'; path: readonly string[] }
  /** A value of the event that ended a wait. */
  | { kind: 'wait'; event: string; path: readonly string[] }
  | { kind: 'column'; column: ContactColumn | 'id' }
  | { kind: 'property'; property: NamedProperty }
  | { kind: 'unsubscribed' };

/** A contact property that a reference names. */
export type NamedProperty = Pick<ContactProperty, 'number' | 'type' | 'fallbackValue'>;

/** The names that references can use. */
export interface Namable {
  /** Properties by key. */
  properties: ReadonlyMap<string, NamedProperty>;
  /** The events for which the graph waits. */
  waitNames: ReadonlySet<string>;
}

const EVENT = 'event.';
const WAIT = 'wait_events.';
const CONTACT = 'contact.';
/** The names of contact properties begin so. */
export const PROPERTY_REFERENCE = 'contact.properties.';
const COLUMNS: readonly (ContactColumn | 'id')[] = [
  'id',
  'email',
  ...CONTACT_FIELDS.map(({ column }) => column),
  'created_at',
  'updated_at',
];

/** Reads the name of a value. @returns or why there is none, to complete "`x` …" */
export function readReference(name: string, namable: Namable): Reference | { refusal: string } {
  if (name.startsWith(EVENT)) return readPath(name, EVENT, (path) => ({ kind: 'event', path }));
  if (name.startsWith(WAIT)) return readWait(name, namable.waitNames);
  if (name.startsWith(PROPERTY_REFERENCE)) {
    const property = namable.properties.get(name.slice(PROPERTY_REFERENCE.length));
    return property
      ? { kind: 'property', property }
      : { refusal: `is ${shown(name)}, which is not a contact property` };
  }
  if (name === 'contact.unsubscribed') return { kind: 'unsubscribed' };
  const column = COLUMNS.find((each) => name === `${CONTACT}${each}`);
  if (column) return { kind: 'column', column };
  return {
    refusal: `is ${shown(name)}, but must be one of event.<field>, wait_events.<event>.<field>, ${[...COLUMNS, 'unsubscribed', 'properties.<key>'].map((each) => `${CONTACT}${each}`).join(', ')}`,
  };
}

type Read = Reference | { refusal: string };

function readPath(name: string, prefix: string, make: (path: string[]) => Reference): Read {
  const path = name.slice(prefix.length).split('.');
  return path.includes('') ? { refusal: `is ${shown(name)}, which has an empty part` } : make(path);
}

/** Names of events hold dots, so the longest name of a wait counts. */
function readWait(name: string, waitNames: ReadonlySet<string>): Read {
  const rest = name.slice(WAIT.length);
  const [event] = [...waitNames]
    .filter((each) => rest.startsWith(`${each}.`))
    .sort((a, b) => b.length - a.length);
  if (event === undefined) return { refusal: `is ${shown(name)}, but no step waits for that event` };
  return readPath(name, `${WAIT}${event}.`, (path) => ({ kind: 'wait', event, path }));
}

const shown = (name: string) => JSON.stringify(name.slice(0, 60).toWellFormed());

/** The contact of a run. Times are from the row. */
export interface ContactFacts extends FieldsByKey<string | null> {
  id: string;
  email: string;
  unsubscribed: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** Number of the property → value. */
  properties: Readonly<Record<string, unknown>>;
}

/** The values that references read. */
export interface RunValues {
  contact: ContactFacts;
  /** Payload; null: nothing. */
  event: unknown;
  /** Name of the event → payload. */
  waits: Readonly<Record<string, unknown>>;
}

/** The value of a reference that replaces a value: a contact property has its fallback. Rules do not know fallbacks. */
export function filledValue(reference: Reference, values: RunValues): unknown {
  const value = referencedValue(reference, values);
  return reference.kind === 'property' ? (value ?? reference.property.fallbackValue) : value;
}

/** @returns undefined or null: there is no value */
export function referencedValue(reference: Reference, { contact, event, waits }: RunValues): unknown {
  switch (reference.kind) {
    case 'event':
      return valueAt(event, reference.path);
    case 'wait':
      return valueOfWait(reference, waits);
    case 'property':
      return valueAt(contact.properties, [String(reference.property.number)]);
    case 'unsubscribed':
      return contact.unsubscribed;
    case 'column':
      return COLUMN_VALUES[reference.column](contact);
  }
}

/** The value of a reference to the event that has ended a wait. */
export function valueOfWait(
  { event, path }: Extract<Reference, { kind: 'wait' }>,
  waits: RunValues['waits'],
): unknown {
  return valueAt(waits, [event, ...path]);
}

const COLUMN_VALUES: Readonly<Record<ContactColumn | 'id', (contact: ContactFacts) => string | Date | null>> =
  {
    id: ({ id }) => id,
    email: ({ email }) => email,
    ...fieldsByColumn(
      ({ key }) =>
        (contact: ContactFacts) =>
          contact[key],
    ),
    created_at: ({ createdAt }) => createdAt,
    updated_at: ({ updatedAt }) => updatedAt,
  };

/** Own fields only: what a prototype has is not the client's. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** Whether a value is `{var: …}`. */
export function isReference(value: unknown): value is VariableReference {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'var') &&
    typeof (value as VariableReference).var === 'string' &&
    Object.keys(value).length === 1
  );
}

/**
 * A value with its references in place of what they read. A field, an element or the value itself whose reference has no
 * value is undefined, and fields that are undefined are left out.
 * @param resolve reads a reference by its name
 */
export function resolveReferences(value: unknown, resolve: (name: string) => unknown): unknown {
  if (isReference(value)) return plain(resolve(value.var));
  if (Array.isArray(value)) return value.map((each) => resolveReferences(each, resolve) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, each]) => [name, resolveReferences(each, resolve)]);
  return Object.fromEntries(fields.filter(([, each]) => each !== undefined));
}

function plain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? undefined);
}

/** The names of all references in a value, in its order. */
export function referencesIn(value: unknown): string[] {
  if (isReference(value)) return [value.var];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesIn) : [];
}
