// The fields of a contact that clients give as texts, in one table: a row is all that a field needs in code. Each is a
// column of `contacts`. It can be given and imported, rules compare it, templates show it, automations read and change
// it, and answers and events have it (docs/architecture/contacts.md#the-fields-of-a-contact).
import { CONTACT_NAME_MAX_LENGTH } from '../limits.ts';

/**
 * The fields in the order in which answers show them. `key`: the name in code; `column`: the name in JSON and in the
 * database.
 */
export const CONTACT_FIELDS = [
  { key: 'firstName', column: 'first_name', title: 'First name', max: CONTACT_NAME_MAX_LENGTH },
  { key: 'lastName', column: 'last_name', title: 'Last name', max: CONTACT_NAME_MAX_LENGTH },
] as const;

/** A row of the table. */
export type ContactTextField = (typeof CONTACT_FIELDS)[number];
/** A value for each field, by its name in code. */
export type FieldsByKey<Value> = Record<ContactTextField['key'], Value>;
/** A value for each field, by its name in JSON. */
export type FieldsByColumn<Value> = Record<ContactTextField['column'], Value>;

/** Makes a value for each field, as code has them. */
export function fieldsByKey<Value>(make: (field: ContactTextField) => Value): FieldsByKey<Value> {
  const values = {} as FieldsByKey<Value>;
  for (const field of CONTACT_FIELDS) values[field.key] = make(field);
  return values;
}

/** Makes a value for each field, as JSON has them. */
export function fieldsByColumn<Value>(make: (field: ContactTextField) => Value): FieldsByColumn<Value> {
  const values = {} as FieldsByColumn<Value>;
  for (const field of CONTACT_FIELDS) values[field.column] = make(field);
  return values;
}
