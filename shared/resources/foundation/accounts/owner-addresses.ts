// The addresses of the people who are responsible for an account, for notices of the service: its owners and admins who
// joined with a proven address (docs/architecture/people.md#members). An account without such people has the address that
// was confirmed first, the one that `create-account --owner` names.
import { ADDRESSES_MAX } from '../../../contract/limits.ts';
import type { QualifiedColumn } from '../../../platform/db/connect.ts';

/**
 * SQL that selects these addresses, owners first, then those who have been members for longest, as many as an email may
 * have; an empty array when there is none.
 * @param accountId of type `uuid`
 */
export const ownerAddressesOf = (accountId: QualifiedColumn): string => `
  coalesce(
    nullif(ARRAY(
      SELECT people.email FROM members JOIN people ON people.id = members.person_id
      WHERE members.account_id = ${accountId} AND members.role IN ('owner', 'admin')
        AND members.is_proven AND people.confirmed_at IS NOT NULL
      ORDER BY members.role = 'owner' DESC, members.created_at, members.id LIMIT ${ADDRESSES_MAX}), '{}'),
    ARRAY(SELECT address FROM confirmed_addresses WHERE account_id = ${accountId} ORDER BY confirmed_at, address LIMIT 1))`;
