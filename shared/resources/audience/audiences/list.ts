// The list of the audiences of an account, without deleted ones.
import type { List } from '../../../platform/db/list.ts';
import { AUDIENCE_COLUMNS, type Audience } from './audience.ts';

export const AUDIENCE_LIST: List<Audience> = {
  columns: AUDIENCE_COLUMNS,
  from: 'audiences',
  within: 'account_id',
  where: 'deleted_at IS NULL',
};
