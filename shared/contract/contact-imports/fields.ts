// Contact imports: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const CONTACT_IMPORT_FIELDS: FieldDescriptions = {
  audience_id: 'Id of the audience that the contacts are imported into',
  status: 'Status of the import; `completed`, `failed` and `canceled` are final',
  on_conflict: 'What happens to an address that is a contact already: `update` or `skip`',
  encoding: 'Encoding of the file',
  size: 'Size of the file in bytes',
  progress: 'How much of the file is done, in percent',
  counts: 'How many rows were read so far, and what became of them',
  'counts.total': 'Rows: those that were created, updated, skipped and failed together',
  'counts.created': 'Rows that have created a contact',
  'counts.updated': 'Rows whose address was a contact already and was updated',
  'counts.skipped': 'Rows whose address was a contact already and was left as it is',
  'counts.failed': 'Rows that were refused; GET /contacts/imports/:id/failures lists them',
  error: 'Why the import has failed; null: it has not',
  completed_at: 'When the import ended; null: it has not ended yet',

  'createContactImport.file': 'The CSV file, up to 200 MB',
  'createContactImport.csv': 'The CSV as text, in place of a file',
  'createContactImport.audience_id': 'Id of the audience; absent: the default audience',
  'createContactImport.on_conflict':
    'What happens to an address that is a contact already: `update` (or `upsert`) changes the contact, `skip` leaves it as it is',
  'createContactImport.encoding': 'Encoding of the file',
  'createContactImport.column_map':
    'Which column of the file has which field. Absent: the names in the first row are fields and keys of properties, and other columns are ignored',
  'createContactImport.column_map.email': 'Column of the address; absent: `email`',
  'createContactImport.column_map.first_name': 'Column of the first name',
  'createContactImport.column_map.last_name': 'Column of the last name',
  'createContactImport.column_map.unsubscribed':
    'Column that says who has unsubscribed: true, yes or 1; false, no, 0 or nothing changes nothing',
  'createContactImport.column_map.properties': 'Columns of contact properties, by the keys of the properties',
  'createContactImport.column_map.properties.column': 'Name of the column',
  'createContactImport.column_map.properties.type': 'Type of the property, which must exist',
  'createContactImport.segments': 'Segments to add the contacts to: ids, or objects with an id',
  'createContactImport.segments.id': 'Id of the segment',
  'createContactImport.topics':
    'Subscriptions to topics; `opt_in` has an effect only where the address has not chosen, `opt_out` always',
  'createContactImport.topics.id': 'Id of the topic',
  'createContactImport.topics.subscription':
    '`opt_in`: it receives the mail of the topic; `opt_out`: it does not',
  'listContactImports.status': 'Only imports with this status',

  'ContactImportFailureItem.row': 'Number of the row in the file; the header is row 1',
  'ContactImportFailureItem.reason': 'Why the row was refused',
  'ContactImportFailureItem.cells': 'The cells of the row; long ones are cut',
};
