// Stores a requested batch: an enrolment or a retry of many. Both need an enabled automation, and the number of
// unfinished batches per account is limited: they take turns, and each may process a million contacts.
import { DomainError } from '../../../../contract/domain-error.ts';
import { AUTOMATION_BATCHES_UNFINISHED_MAX } from '../../../../contract/limits.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { lockAccount } from '../../../foundation/accounts/lock.ts';
import type { Automation, AutomationPath } from '../automation.ts';
import { requireEnabled } from '../enabled.ts';
import { lockAutomation } from '../find.ts';
import type { AutomationBatch, EnrollSelection, RetrySelection } from './batch.ts';
import { startAutomationBatch } from './start.ts';

/** Dependencies of requests for batches. */
export interface AskForBatchDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
}

/** The task of a batch. */
type AskedBatch =
  | { type: 'enroll'; selection: EnrollSelection }
  | { type: 'retry'; selection: RetrySelection };

/**
 * Stores a batch of an enabled automation. After the commit, the job that runs it is woken.
 * @param select reads what the batch is about, under the lock of the automation
 * @throws DomainError `not_found`; `validation_error` for a disabled automation, and when the account has
 *   AUTOMATION_BATCHES_UNFINISHED_MAX that have not ended; what `select` throws
 */
export function askForBatch(
  { database, ids, queues }: AskForBatchDeps,
  path: AutomationPath,
  select: (client: Transaction, automation: Automation) => Promise<AskedBatch>,
  now: Date,
): Promise<AutomationBatch> {
  return transaction(database, async (client) => {
    await lockAccount(client, path.accountId);
    const automation = await lockAutomation(client, path);
    requireEnabled(automation);
    const asked = await select(client, automation);
    await requireFewUnfinished(client, path.accountId);
    const { id: automationId, accountId, epoch } = automation;
    return await startAutomationBatch(client, queues, {
      id: ids.next(),
      automationId,
      accountId,
      epoch,
      now,
      ...asked,
    });
  });
}

async function requireFewUnfinished(client: Transaction, accountId: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>({
    name: 'count-unfinished-automation-batches',
    text: `SELECT count(*)::integer AS count FROM automation_batch_work
           WHERE account_id = $1 AND type IN ('enroll', 'retry') AND ended_at IS NULL`,
    values: [accountId],
  });
  if ((rows[0]?.count ?? 0) < AUTOMATION_BATCHES_UNFINISHED_MAX) return;
  throw new DomainError(
    'validation_error',
    `This account already has ${AUTOMATION_BATCHES_UNFINISHED_MAX} unfinished enrolments and retries. Wait for one to end.`,
  );
}
