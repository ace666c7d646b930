// Finds an automation of an account, and locks it for a change. One that was deleted is not found, although its row
// stays until a job has removed its dependents.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { AUTOMATION_COLUMNS, type Automation, type AutomationPath } from './automation.ts';

const FIND = `
  SELECT ${AUTOMATION_COLUMNS} FROM automations WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`;

/** @throws DomainError `not_found` */
export async function requireAutomation(
  database: Queryable,
  { accountId, id }: AutomationPath,
): Promise<Automation> {
  const { rows } = await database.query<Automation>({
    name: 'find-automation',
    text: FIND,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Automation');
  return rows[0];
}

/** Locks an automation against other changes until the end of the transaction. @throws DomainError `not_found` */
export async function lockAutomation(
  transaction: Transaction,
  { accountId, id }: AutomationPath,
): Promise<Automation> {
  const { rows } = await transaction.query<Automation>({
    name: 'lock-automation',
    text: `${FIND} FOR NO KEY UPDATE`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Automation');
  return rows[0];
}
