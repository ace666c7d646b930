// Changes that operators make to an account: its plan and its production access.

import { DomainError } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';

/**
 * Assigns a plan to an account.
 * @throws DomainError `validation_error` for a plan that does not exist
 */
export async function setPlan(database: Queryable, accountId: string, planId: string): Promise<void> {
  await requirePlan(database, planId);
  await database.query('UPDATE accounts SET plan_id = $2 WHERE id = $1', [accountId, planId]);
}

/** Takes an account out of the sandbox, or puts it back into it (docs/reference/limits.md#sandbox). */
export async function setProductionAccess(
  database: Queryable,
  accountId: string,
  isGranted: boolean,
): Promise<void> {
  await database.query('UPDATE accounts SET production_access = $2 WHERE id = $1', [accountId, isGranted]);
}

/**
 * Checks that a plan exists.
 * @throws DomainError `validation_error`, naming the plans that exist
 */
export async function requirePlan(database: Queryable, planId: string): Promise<void> {
  const { rows } = await database.query<{ id: string }>('SELECT id FROM plans ORDER BY id');
  const plans = rows.map(({ id }) => id);
  if (plans.includes(planId)) return;
  throw new DomainError('validation_error', `There is no plan ${planId}. The plans are ${plans.join(', ')}.`);
}
