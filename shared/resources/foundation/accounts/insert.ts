// Inserts the row of a new account. Creating an account is more (shared/resources/people/new-accounts/).
import type { Transaction } from '../../../platform/db/transaction.ts';

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
    ...[id, name, planId],
    productionAccess,
  ]);
}
