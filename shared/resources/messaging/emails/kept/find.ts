// Finds the stored octets of kept messages, in order to send them.
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** Email id → id of the content that holds its message. */
export async function findKeptContents(
  client: Transaction,
  emailIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; contentId: string }>({
    name: 'find-kept-contents',
    text: 'SELECT id, content_id AS "contentId" FROM email_kept_messages WHERE id = ANY($1::uuid[])',
    values: [emailIds],
  });
  return new Map(rows.map(({ id, contentId }) => [id, contentId]));
}
