// What becomes of automations when their domain is deleted or lost to another account.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { requireUnused } from '../../foundation/in-use.ts';
import type { DomainListener } from '../../messaging/domains/domain-listener.ts';
import { startAutomationBatch } from './batches/start.ts';
import { lockAgainstMoves } from './moves-lock.ts';
import { findAutomationUsing } from './uses.ts';

export const automationsOfDomains: DomainListener = { onDelete: releaseDomain, onLost: stopAutomations };

/**
 * Takes a domain that is deleted away from its automations, which keep its name. The caller has locked the account.
 * @throws DomainError `validation_error` when one of them is enabled
 */
async function releaseDomain(
  transaction: Transaction,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  await requireUnused(transaction, [findAutomationUsing], accountId, { kind: 'domain', id });
  await transaction.query({
    name: 'release-domain-of-automations',
    text: `UPDATE automations SET domain_id = NULL
           WHERE id = ANY(ARRAY(
             SELECT id FROM automations WHERE domain_id = $1 AND account_id = $2 ORDER BY id FOR NO KEY UPDATE))`,
    values: [id, accountId],
  });
}

/** Disables the automations of a domain that was lost to another account, and cancels their runs. */
async function stopAutomations(
  transaction: Transaction,
  queues: QueueProducer,
  domainId: string,
  now: Date,
): Promise<void> {
  const { rows: locked } = await transaction.query<{ id: string }>({
    name: 'lock-automations-of-domain',
    text: `SELECT id FROM automations WHERE domain_id = $1 AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
    values: [domainId],
  });
  const ids = locked.map(({ id }) => id);
  await lockAgainstMoves(transaction, ids);
  const { rows } = await transaction.query<{ id: string; accountId: string; batchId: string }>({
    name: 'stop-automations',
    text: `UPDATE automations
           SET status = 'disabled', epoch = epoch + 1,
               updated_at = CASE WHEN status = 'disabled' THEN updated_at ELSE $2 END
           WHERE id = ANY($1::uuid[])
           RETURNING id, account_id AS "accountId", uuid_v7($2) AS "batchId"`,
    values: [ids, now],
  });
  for (const { id: automationId, accountId, batchId: id } of rows)
    await startAutomationBatch(transaction, queues, { id, automationId, accountId, type: 'cancel', now });
}
