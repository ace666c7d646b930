// Maps an account to its record on stdout.
import type { AccountRow } from '../shared/resources/foundation/accounts/account.ts';

/** The record of an account. */
export function toAccount(account: AccountRow) {
  return {
    object: 'account',
    id: account.id,
    name: account.name,
    plan: account.plan_id,
    production_access: account.production_access,
    suspension: account.suspension,
    domains: account.domains,
    confirmed_addresses: account.confirmed_addresses,
    created_at: account.created_at,
  };
}
