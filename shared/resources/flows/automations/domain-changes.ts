// What becomes of automations when their domain moves to another audience, is deleted or lost to another account.
import { DomainError } from '../../../contract/domain-error.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { DomainListener } from '../../messaging/domains/domain-listener.ts';
import { startAutomationBatch } from './batches/start.ts';
import { lockAgainstTransitions } from './transitions-lock.ts';

export const automationsOfDomains: DomainListener = {
  onMove: moveAutomations,
  onDelete: releaseDomain,
  onLost: stopAutomations,
};

/** A run belongs to a contact, and stays until retention removes it; a batch may be starting some. */
const FIND_RUNNING = `
  SELECT name FROM automations AS automation
  WHERE domain_id = $1 AND account_id = $2 AND (
    EXISTS (SELECT FROM automation_runs WHERE automation_id = automation.id)
    OR EXISTS (
      SELECT FROM automation_batch_work
      WHERE automation_id = automation.id AND ended_at IS NULL AND type IN ('schedule', 'enroll', 'retry')
        AND (type <> 'schedule' OR taken_at IS NOT NULL)))
  ORDER BY id LIMIT 1`;

const FIND_BOUND = `
  SELECT automations.name FROM automations
  JOIN automation_versions AS version ON version.id = automations.version_id
  CROSS JOIN LATERAL jsonb_path_query(version.graph::jsonb, '$.steps[*].config.segment_id') AS used
  JOIN segments ON segments.id = (used #>> '{}')::uuid AND segments.account_id = $2
  WHERE domain_id = $1 AND automations.account_id = $2 AND status = 'enabled' AND deleted_at IS NULL
    AND segments.audience_id <> $3
  ORDER BY automations.id LIMIT 1`;

/**
 * Takes the automations of a domain along to another audience.
 * @throws DomainError `validation_error` when one of them has runs, or adds contacts to a segment of the audience before
 */
async function moveAutomations(
  transaction: Transaction,
  { id, accountId }: { id: string; accountId: string },
  audienceId: string,
): Promise<void> {
  const { rows: running } = await transaction.query<{ name: string }>(FIND_RUNNING, [id, accountId]);
  if (running[0])
    throw cannotMove(
      `the automation ${JSON.stringify(running[0].name)} has runs of contacts from the current audience.`,
    );
  const { rows: bound } = await transaction.query<{ name: string }>(FIND_BOUND, [id, accountId, audienceId]);
  if (bound[0])
    throw cannotMove(
      `the enabled automation ${JSON.stringify(bound[0].name)} adds contacts to a segment of another audience.`,
    );
  await transaction.query({
    name: 'move-automations',
    text: `UPDATE automations SET audience_id = $3
           WHERE id = ANY(ARRAY(
             SELECT id FROM automations WHERE domain_id = $1 AND account_id = $2 ORDER BY id FOR NO KEY UPDATE))`,
    values: [id, accountId, audienceId],
  });
}

const cannotMove = (why: string) =>
  new DomainError('validation_error', `The domain cannot move to another audience: ${why}`);

/** Takes a domain that is deleted away from its automations, which are disabled and keep its name. */
async function releaseDomain(
  transaction: Transaction,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
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
  await lockAgainstTransitions(transaction, ids);
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
