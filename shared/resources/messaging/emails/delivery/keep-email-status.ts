// Keeps an email's status consistent when recipients are freed without an outcome (by the sweeper or after a failed
// job): they become `queued` again, and the email's status is derived again in the same transaction. Locks are taken in
// the order of record.ts: emails before recipients (docs/architecture/guarantees.md#lock-order).

import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { ClaimLease, WorkStatements, WorkTable } from '../../../../platform/work/work-table.ts';
import { deriveEmailStatus } from './derive-status.ts';
import { lockEmails } from './lock.ts';

interface RecipientOfEmail {
  id: string;
  emailId: string;
}

/**
 * Wraps the statements of the recipients table so that the status of their emails is right at the end of each
 * transaction.
 */
export function keepEmailStatus(statements: WorkStatements): WorkTable {
  return {
    ...statements,
    abandon: (database, lease, retryAt) =>
      transaction(database, async (client) => {
        const held = await findHeld(client, lease);
        await lockEmails(client, emailIdsOf(held));
        const freed = await statements.abandon(client, lease, retryAt);
        await deriveStatusOf(client, held, freed);
        return freed;
      }),
    reclaim: (database, lost, now) =>
      transaction(database, async (client) => {
        const undisturbed = await lockUndisturbed(
          client,
          lost.map(({ id }) => id),
        );
        const ids = new Set(undisturbed.map(({ id }) => id));
        const claims = lost.filter(({ id }) => ids.has(id));
        const freed = await statements.reclaim(client, claims, now);
        await deriveStatusOf(client, undisturbed, freed);
        return freed;
      }),
  };
}

async function findHeld(client: Transaction, { worker, token }: ClaimLease): Promise<RecipientOfEmail[]> {
  const { rows } = await client.query<RecipientOfEmail>({
    name: 'find-held-recipients',
    text: `SELECT id, email_id AS "emailId" FROM email_recipients
           WHERE claimed_by = $1 AND claim_token = $2`,
    values: [worker, token],
  });
  return rows;
}

/**
 * Locks the emails of recipients, skipping those that are locked by others: a process that hangs in a transaction must
 * not block the sweeper, which returns to the skipped rows within seconds. A recipient whose email no longer exists has
 * no status to keep.
 */
async function lockUndisturbed(client: Transaction, ids: readonly string[]): Promise<RecipientOfEmail[]> {
  const { rows } = await client.query<RecipientOfEmail>({
    name: 'lock-undisturbed-emails',
    text: `WITH lost AS MATERIALIZED (
             SELECT id, email_id FROM email_recipients WHERE id = ANY($1::uuid[])
           ), found AS MATERIALIZED (
             SELECT id FROM emails WHERE id = ANY(ARRAY(SELECT email_id FROM lost))
           ), locked AS MATERIALIZED (
             SELECT id FROM emails WHERE id = ANY(ARRAY(SELECT email_id FROM lost))
             ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
           )
           SELECT id, email_id AS "emailId" FROM lost
           WHERE email_id IN (SELECT id FROM locked) OR email_id NOT IN (SELECT id FROM found)`,
    values: [ids],
  });
  return rows;
}

async function deriveStatusOf(
  client: Transaction,
  recipients: readonly RecipientOfEmail[],
  freed: readonly string[],
): Promise<void> {
  const ids = new Set(freed);
  const emailIds = emailIdsOf(recipients.filter(({ id }) => ids.has(id)));
  // No event is appended, so `last_event` does not change.
  await deriveEmailStatus(client, new Map(emailIds.map((id) => [id, null])));
}

function emailIdsOf(recipients: readonly RecipientOfEmail[]): string[] {
  return [...new Set(recipients.map(({ emailId }) => emailId))];
}
