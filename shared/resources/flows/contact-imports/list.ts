// Lists the imports of an account, which are few in 30 days.
import { equals, type List } from '../../../platform/db/list.ts';
import { CONTACT_IMPORT_COLUMNS, type ContactImport, type ContactImportStatus } from './contact-import.ts';

export const CONTACT_IMPORT_LIST: List<ContactImport, { status?: ContactImportStatus | undefined }> = {
  columns: CONTACT_IMPORT_COLUMNS,
  from: 'contact_imports',
  within: 'account_id',
  filters: { status: equals('status') },
};
