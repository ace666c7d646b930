// Contact imports: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { CONTACT_IMPORT_STATUSES } from './values.ts';

const COLUMNS = field.inner({
  used: {
    description:
      'Column name → its field, such as `email` or `properties.plan`; several are separated by commas',
    type: 'object',
    additionalProperties: { type: 'string' },
  },
  ignored: field.texts('Names of the ignored columns, in the order of the file'),
});

/** Name of an object → its fields. */
export const CONTACT_IMPORT_OBJECTS = {
  // In lists too, as Resend's SDK declares it.
  ContactImport: {
    object: field.type('contact_import'),
    id: field.ID,
    audience_id: field.id('Id of the audience that the contacts are imported into'),
    status: field.oneOf(
      'Status of the import; `completed`, `failed` and `canceled` are final',
      CONTACT_IMPORT_STATUSES,
    ),
    on_conflict: field.text('What happens if an address is already a contact: `update` or `skip`'),
    encoding: field.text('Encoding of the file'),
    filename: field.textOrNull('Name of the file, without addresses; null: it has none'),
    size: field.count('Size of the file in bytes'),
    progress: field.count('Progress through the file, in percent'),
    counts: field.group('Number of rows read so far, by outcome', {
      total: field.count('Total rows: created, updated, skipped and failed'),
      created: field.count('Rows that created a contact'),
      updated: field.count('Rows that updated an existing contact'),
      skipped: field.count('Rows that left an existing contact unchanged'),
      failed: field.count('Rows that were rejected; GET /contacts/imports/:id/failures lists them'),
    }),
    columns: {
      description: 'How the columns of the file are used; null: the header has not been read yet',
      anyOf: [COLUMNS, { type: 'null' }],
    },
    reasons: field.groups('Why rows were rejected, most frequent reasons first, up to 50', {
      reason: field.text('Why they were rejected'),
      count: field.count('How many rows'),
    }),
    error: field.textOrNull('Why the import failed; null: it did not'),
    created_at: field.CREATED_AT,
    completed_at: field.timeOrNull('When the import ended; null: it has not ended yet'),
  },
  ContactImportFailureItem: {
    id: field.ID,
    row: field.count('Number of the row in the file; the header is row 1'),
    reason: field.text('Why the row was rejected'),
    cells: field.texts('The cells of the row; long ones are truncated'),
  },
} as const satisfies Record<string, field.ObjectFields>;
