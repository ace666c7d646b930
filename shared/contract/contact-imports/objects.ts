// Contact imports: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { CONTACT_IMPORT_STATUSES } from './values.ts';

const COLUMNS = field.inner({
  used: {
    description:
      'Name of a column → its field, such as `email` or `properties.plan`; several are separated by commas',
    type: 'object',
    additionalProperties: { type: 'string' },
  },
  ignored: field.texts('Names of the columns that nothing was read from, in the order of the file'),
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
    on_conflict: field.text('What happens to an address that is a contact already: `update` or `skip`'),
    encoding: field.text('Encoding of the file'),
    filename: field.textOrNull('Name of the file, without addresses; null: it came without one'),
    size: field.count('Size of the file in bytes'),
    progress: field.count('How much of the file is done, in percent'),
    counts: field.group('How many rows were read so far, and what became of them', {
      total: field.count('Rows: those that were created, updated, skipped and failed together'),
      created: field.count('Rows that have created a contact'),
      updated: field.count('Rows whose address was a contact already and was updated'),
      skipped: field.count('Rows whose address was a contact already and was left unchanged'),
      failed: field.count('Rows that were refused; GET /contacts/imports/:id/failures lists them'),
    }),
    columns: {
      description: 'What became of the columns of the file; null: its header was not read yet',
      anyOf: [COLUMNS, { type: 'null' }],
    },
    reasons: field.groups('Why rows were refused, the most frequent reasons first, up to 50', {
      reason: field.text('Why they were refused'),
      count: field.count('How many rows'),
    }),
    error: field.textOrNull('Why the import has failed; null: it has not'),
    created_at: field.CREATED_AT,
    completed_at: field.timeOrNull('When the import ended; null: it has not ended yet'),
  },
  ContactImportFailureItem: {
    id: field.ID,
    row: field.count('Number of the row in the file; the header is row 1'),
    reason: field.text('Why the row was refused'),
    cells: field.texts('The cells of the row; long ones are cut'),
  },
} as const satisfies Record<string, field.ObjectFields>;
