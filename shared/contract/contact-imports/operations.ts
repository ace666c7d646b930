// Contact imports: their operations, as rows of the operations table (shared/contract/operations.ts).
import { IMPORT_CSV_BODY_MAX_BYTES } from '../limits.ts';
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const CONTACT_IMPORT_OPERATIONS = {
  createContactImport: {
    method: 'post',
    path: '/contacts/imports',
    permission: 'full',
    bodyMaxBytes: IMPORT_CSV_BODY_MAX_BYTES,
    upload: { field: 'file', mediaType: 'text/csv', description: 'The CSV file, up to 200 MB' },
    refuses: ['missing_required_field', 'not_found'],
    summary: 'Import contacts from a CSV file',
    example: { csv: 'email,first_name\nbo@customer.dev,Bo\n', on_conflict: 'update' },
    answer: { object: 'ContactImport' },
    status: 201,
    commands: ['contacts import', 'contacts imports create'],
  },
  listContactImports: {
    method: 'get',
    path: '/contacts/imports',
    permission: 'full',
    summary: 'List imports of contacts',
    answer: { listOf: 'ContactImport' },
    commands: ['contacts imports list'],
  },
  getContactImport: {
    method: 'get',
    path: '/contacts/imports/:id',
    permission: 'full',
    summary: 'Get an import of contacts, with its progress and counts',
    answer: { object: 'ContactImport' },
    commands: ['contacts imports get'],
  },
  cancelContactImport: {
    method: 'post',
    path: '/contacts/imports/:id/cancel',
    permission: 'full',
    summary: 'Cancel an import of contacts; contacts imported so far stay',
    answer: { object: 'ContactImport' },
    commands: ['contacts imports cancel'],
  },
  listContactImportFailures: {
    method: 'get',
    path: '/contacts/imports/:id/failures',
    permission: 'full',
    summary:
      'List the rows that were not imported, with reasons, or get them as a file with `Accept: text/csv`',
    answer: { listOf: 'ContactImportFailureItem', orContent: 'text/csv' },
    commands: ['contacts imports failures'],
  },
} as const satisfies Record<string, DescribedOperation>;
