// The list of the invitations of an account: pending and expired ones.
import type { List } from '../../platform/db/list.ts';
import { INVITATION_COLUMNS, type Invitation } from './invitation.ts';

export const INVITATION_LIST: List<Invitation> = {
  columns: INVITATION_COLUMNS,
  from: 'invitations',
  within: 'account_id',
};
