// Finds out whether imports have advanced, for GET /app/changes (foundation/changes/change-mark.ts). Finished ones are
// no longer read.
import { IMPORTS_UNFINISHED_MAX } from '../../../contract/limits.ts';
import { type ChangeMark, versionOf } from '../../foundation/changes/change-mark.ts';

export const IMPORTS_MARK: ChangeMark = {
  names: ['contacts'],
  value: (account) =>
    versionOf(`SELECT xmin FROM contact_imports
               WHERE account_id = ${account} AND status IN ('queued', 'in_progress') LIMIT ${IMPORTS_UNFINISHED_MAX}`),
};
