// Removes an erased person's hits that are not judged yet: they have the address and agent of the client.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { ERASED_ADDRESS } from '../../../foundation/erasing/eraser.ts';

const REMOVE = `
  DELETE FROM tracking_hits WHERE email_id = ANY($1::uuid[]) AND recipient_id = ANY(ARRAY(
    SELECT id FROM email_recipients WHERE email_id = ANY($1::uuid[]) AND address = $2))`;

/** Removes the hits of recipients whose address is erased, of emails that the transaction has locked. */
export async function removeHitsOfErased(client: Transaction, emailIds: readonly string[]): Promise<void> {
  if (emailIds.length === 0) return;
  await client.query({
    name: 'remove-hits-of-erased',
    text: REMOVE,
    values: [emailIds, ERASED_ADDRESS],
  });
}
