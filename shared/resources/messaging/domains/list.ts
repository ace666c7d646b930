// The list of the domains of an account, without their records.
import type { List } from '../../../platform/db/list.ts';
import { DOMAIN_COLUMNS, type Domain } from './domain.ts';

export const DOMAIN_LIST: List<Domain> = {
  columns: DOMAIN_COLUMNS,
  from: 'domains',
  within: 'account_id',
};
