// Deletes the links of an invitation that is sent again: the previous ones are no longer valid.
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Deletes all links of an invitation, which is locked. */
export async function deleteLinksOfInvitation(client: Transaction, invitationId: string): Promise<void> {
  await client.query({
    name: 'delete-links-of-invitation',
    text: `DELETE FROM one_time_links WHERE id = ANY(ARRAY(
             SELECT id FROM one_time_links WHERE invitation_id = $1 ORDER BY id FOR UPDATE))`,
    values: [invitationId],
  });
}
