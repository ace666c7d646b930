// Removes the feedback of providers about an erased person: it quotes the address.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { ERASED_ADDRESS } from '../../foundation/erasing/eraser.ts';

/**
 * Skips feedback that a worker is recording: the worker waits for the email, which the caller has locked, and then it
 * has no effect.
 */
const REMOVE = `
  DELETE FROM provider_feedback WHERE id = ANY(ARRAY(
    SELECT id FROM provider_feedback WHERE recipient_id = ANY(ARRAY(
      SELECT id FROM email_recipients WHERE email_id = ANY($1::uuid[]) AND address = $2))
    FOR UPDATE SKIP LOCKED))`;

/** Removes feedback about recipients whose address is erased, of emails that the transaction has locked. */
export async function removeFeedbackOfErased(
  client: Transaction,
  emailIds: readonly string[],
): Promise<void> {
  if (emailIds.length === 0) return;
  await client.query({ name: 'remove-feedback-of-erased', text: REMOVE, values: [emailIds, ERASED_ADDRESS] });
}
