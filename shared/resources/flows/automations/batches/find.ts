// Finds a batch of an automation, as the account sees it. Batches that count or delete are the service's own.
import { notFound } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { AutomationPath } from '../automation.ts';
import { AUTOMATION_BATCH_COLUMNS, type AutomationBatch } from './batch.ts';

/** SQL condition on a row of `automation_batch_work`: the account sees it. */
export const IS_SHOWN = "type NOT IN ('count', 'delete')";

const FIND = `
  SELECT ${AUTOMATION_BATCH_COLUMNS} FROM automation_batch_work
  WHERE id = $1 AND automation_id = $2 AND account_id = $3 AND ${IS_SHOWN}`;

/** @throws DomainError `not_found` */
export async function requireAutomationBatch(
  database: Queryable,
  { id: automationId, accountId }: AutomationPath,
  batchId: string,
): Promise<AutomationBatch> {
  const { rows } = await database.query<AutomationBatch>({
    name: 'find-automation-batch',
    text: FIND,
    values: [batchId, automationId, accountId],
  });
  if (!rows[0]) throw notFound('Automation batch');
  return rows[0];
}
