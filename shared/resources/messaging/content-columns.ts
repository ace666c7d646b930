// The content of a message in SQL: statements about `template_versions` and `campaign_contents` are made at import from
// the names of their columns, and for the fields of a mail these are the names in the table
// (shared/contract/mail/fields.ts).
import { LINE_FIELDS, MAIL_FIELDS } from '../../contract/mail/fields.ts';

/** Name in code → column. */
export type ContentColumns = Readonly<Record<string, string>>;

/** The columns of what a message says, as most tables and as templates have them. */
export const MAIL_COLUMNS: ContentColumns = Object.fromEntries(
  MAIL_FIELDS.map(({ key, column }) => [key, column]),
);
export const TEMPLATE_MAIL_COLUMNS: ContentColumns = Object.fromEntries(
  MAIL_FIELDS.map(({ key, templateColumn }) => [key, templateColumn]),
);

/** The columns of the lines of an email, by their names in code. */
export const SELECTED_LINES = LINE_FIELDS.map(({ key, column }) => `emails.${column} AS "${key}"`).join(', ');

/** Columns of jsonb, by their names in code. */
const JSON_KEYS: ReadonlySet<string> = new Set(['variables', 'declared', 'document', 'utm', 'poll']);

/** The columns of rows of `table`, by their names in code. */
export function selectedColumns(columns: ContentColumns, table: string): string {
  return Object.entries(columns)
    .map(([key, column]) => {
      const sql = `${table}.${column}`;
      // In a campaign of before null is not an address.
      return `${key === 'replyTo' ? `coalesce(${sql}, '{}')` : sql} AS "${key}"`;
    })
    .join(', ');
}

/** The columns of an insert of one row; its parameters are `columnValues`. */
export function insertedColumns(columns: ContentColumns): string {
  const names = Object.values(columns);
  return `(${names.join(', ')}) VALUES (${names.map((_, place) => `$${place + 1}`).join(', ')})`;
}

/** The assignments of an update, from the parameter `$first` on. */
export function assignedColumns(columns: ContentColumns, first: number): string {
  return Object.values(columns)
    .map((column, place) => `${column} = $${first + place}`)
    .join(', ');
}

/** The parameters for columns. */
export function columnValues(columns: ContentColumns, content: object): unknown[] {
  const values = content as Readonly<Record<string, unknown>>;
  return Object.keys(columns).map((key) => {
    const value = values[key] ?? null;
    return value !== null && JSON_KEYS.has(key) ? JSON.stringify(value) : value;
  });
}
