// The work table of removals: a row is a deleted audience, segment or topic, until nothing is left of it.
import { createWorkTable } from '../../../platform/work/work-table.ts';

export const removalsTable = createWorkTable({ table: 'audience_removals', key: 'id', keyType: 'uuid' });
