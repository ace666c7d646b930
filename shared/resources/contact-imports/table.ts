// The work table of imports: a row is a file until all of its rows are imported.
import { createWorkTable } from '../../platform/work/work-table.ts';

export const importsTable = createWorkTable({ table: 'contact_imports', key: 'id', keyType: 'uuid' });
