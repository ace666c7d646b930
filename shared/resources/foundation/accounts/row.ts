// Inserts and deletes the row of an account. Creating an account is more (shared/resources/people/new-accounts/), and so is deleting
// it (shared/resources/flows/account-deletions/).
import type { Transaction } from '../../../platform/db/transaction.ts';
import { removeSuspensions } from '../../../platform/work/suspensions/suspension.ts';

/** The row of an account. */
export interface NewAccountRow {
  id: string;
  name: string;
  planId: string;
  /** False: it starts in the sandbox. */
  productionAccess: boolean;
}

/** Inserts an account. */
export async function insertAccount(
  client: Transaction,
  { id, name, planId, productionAccess }: NewAccountRow,
): Promise<void> {
  await client.query('INSERT INTO accounts (id, name, plan_id, production_access) VALUES ($1, $2, $3, $4)', [
    id,
    name,
    planId,
    productionAccess,
  ]);
}

/** Deletes an account without any other rows, with its suspensions: until then these stop the workers. */
export async function deleteAccountRow(client: Transaction, accountId: string): Promise<void> {
  await client.query('DELETE FROM accounts WHERE id = $1', [accountId]);
  await removeSuspensions(client, accountId);
}
