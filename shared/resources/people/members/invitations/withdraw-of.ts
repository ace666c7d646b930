// Withdraws the invitations of a member who may no longer give their roles. The inviter has seen a link of each, and may
// read the mail of the address too: a member who was removed or got a lesser role could return with it.
import { isRoleEnough, type Role } from '../../../../contract/members/values.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** The inviter whose invitations are withdrawn. */
export interface FormerInviter {
  accountId: string;
  personId: string;
  /** The role that the member has from now on; undefined: none. */
  role?: Role;
}

/** Withdraws what this role may not give, expired ones too. The account is locked, so none is accepted by then. */
export async function withdrawInvitationsOf(
  client: Transaction,
  { accountId, personId, role = 'viewer' }: FormerInviter,
): Promise<void> {
  if (isRoleEnough(role, 'owner')) return;
  await client.query({
    name: 'withdraw-invitations-of',
    text: `DELETE FROM invitations WHERE account_id = $1 AND invited_by = $2 AND (role = 'owner' OR NOT $3)`,
    values: [accountId, personId, isRoleEnough(role, 'admin')],
  });
}
