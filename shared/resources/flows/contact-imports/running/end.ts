// Ends an import: its file is deleted, its webhook event is sent, and the account's next import may begin.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { deleteContent } from '../../../../platform/storage/uploads.ts';
import { fanOutEvents } from '../../../foundation/webhooks/fan-out.ts';
import { CONTACT_IMPORT_COLUMNS, type ContactImport } from '../contact-import.ts';
import { buildContactImportEventData } from '../event-data.ts';

/** How an import ends. */
export interface ImportEnd {
  id: string;
  accountId: string;
  status: 'completed' | 'failed' | 'canceled';
  /** Why it has failed. */
  error?: string;
  /** The claim under which it runs; absent: it is ended from outside, by its account. */
  token?: string;
  now: Date;
}

const END = `
  UPDATE contact_imports
  SET status = $3, error = $4, completed_at = $5, bytes_read = CASE $3 WHEN 'completed' THEN size ELSE bytes_read END,
      next_attempt_at = NULL, woken_at = NULL, claimed_by = NULL, claim_token = NULL
  WHERE id = $1 AND account_id = $2 AND status IN ('queued', 'in_progress')
    AND ($6::uuid IS NULL OR claim_token = $6)
  RETURNING ${CONTACT_IMPORT_COLUMNS}, content_id AS "contentId"`;

/**
 * The tick wakes it. A locked one is being claimed, canceled or woken; if it still waits afterwards, it is due again
 * within a minute.
 */
const LET_NEXT_BEGIN = `
  UPDATE contact_imports SET next_attempt_at = $2
  WHERE id = (
    SELECT id FROM contact_imports
    WHERE account_id = $1 AND status IN ('queued', 'in_progress') AND claimed_by IS NULL AND woken_at IS NULL
    ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)`;

/** Ends an import. @returns undefined when it has ended already, or another worker has it */
export async function endImport(
  client: Transaction,
  { id, accountId, status, error, token, now }: ImportEnd,
  queues: QueueProducer,
): Promise<ContactImport | undefined> {
  const { rows } = await client.query<ContactImport & { contentId: string }>({
    name: 'end-contact-import',
    text: END,
    values: [id, accountId, status, error ?? null, now, token ?? null],
  });
  const [ended] = rows;
  if (!ended) return undefined;
  await deleteContent(client, ended.contentId);
  await client.query({ name: 'let-next-import-begin', text: LET_NEXT_BEGIN, values: [accountId, now] });
  const data = buildContactImportEventData(ended);
  const event = { accountId, type: 'contact.import.completed', data, createdAt: now } as const;
  await fanOutEvents(client, [event], queues);
  return ended;
}
