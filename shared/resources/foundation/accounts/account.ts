// Reads accounts for operators (npm run ops): a list of all accounts, or one account with its domains and confirmed
// addresses.

import { DomainError } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { isUuidV7 } from '../../../platform/time/ids.ts';
import { type SuspensionJson, suspensionOf } from '../../../platform/work/suspensions/suspension.ts';

/** The fields of an account that operators see. */
export interface AccountRow {
  id: string;
  name: string;
  plan_id: string;
  production_access: boolean;
  /** Null: it is not suspended. */
  suspension: SuspensionJson | null;
  /** Names of all its domains, with any status. */
  domains: string[];
  /** The addresses that the account may send to without production access. */
  confirmed_addresses: string[];
  created_at: Date;
}

const SELECT = `
  SELECT id, name, plan_id, production_access, ${suspensionOf('accounts.id')} AS suspension, created_at,
         ARRAY(SELECT domains.name FROM domains WHERE account_id = accounts.id ORDER BY 1) AS domains,
         ARRAY(SELECT address FROM confirmed_addresses WHERE account_id = accounts.id ORDER BY 1)
           AS confirmed_addresses
  FROM accounts`;

/** All accounts, oldest first. */
export async function listAccounts(database: Queryable): Promise<AccountRow[]> {
  const { rows } = await database.query<AccountRow>(`${SELECT} ORDER BY id`);
  return rows;
}

/**
 * Reads one account.
 * @param id any text
 * @throws DomainError `not_found`
 */
export async function requireAccount(database: Queryable, id: string): Promise<AccountRow> {
  const { rows } = isUuidV7(id)
    ? await database.query<AccountRow>(`${SELECT} WHERE id = $1`, [id])
    : { rows: [] };
  if (!rows[0]) throw new DomainError('not_found', `There is no account ${id}.`);
  return rows[0];
}
