// The fields of a contact in SQL and in changes: lists of columns and parameters, made at import from the table of the
// fields (shared/contract/contacts/fields.ts).
import { CONTACT_FIELDS, type FieldsByKey, fieldsByKey } from '../../../contract/contacts/fields.ts';

/** The columns of the fields, with commas between them. @param sqlOf the SQL of each */
export function fieldColumns(sqlOf = (column: string) => column): string {
  return CONTACT_FIELDS.map(({ column }) => sqlOf(column)).join(', ');
}

/** The parameters of the fields, from `$first` on. @param type that they are cast to */
export function fieldParameters(first: number, type = ''): string {
  return CONTACT_FIELDS.map((_, place) => `$${first + place}${type}`).join(', ');
}

/** The fields of rows of `contacts`, by their names in code. */
export const SELECTED_FIELDS = CONTACT_FIELDS.map(({ key, column }) => `contacts.${column} AS "${key}"`).join(
  ', ',
);

/** The fields of a contact after a change; undefined in a change: it stays. */
export function changedFields(
  before: FieldsByKey<string | null>,
  changes: Partial<FieldsByKey<string | null | undefined>>,
): FieldsByKey<string | null> {
  return fieldsByKey(({ key }) => {
    const changed = changes[key];
    return changed === undefined ? before[key] : changed;
  });
}
