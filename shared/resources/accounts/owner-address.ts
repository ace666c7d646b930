// The address of the owner of an account, for notices of the service: the address of the account that was confirmed first,
// the one that `create-account --owner` names. Accounts have no members yet.

/**
 * SQL that selects the address of an owner; null when the account has no confirmed address.
 * @param accountId SQL of type `uuid`
 */
export const ownerAddressOf = (accountId: string): string =>
  `(SELECT address FROM confirmed_addresses WHERE account_id = ${accountId} ORDER BY confirmed_at, address LIMIT 1)`;
