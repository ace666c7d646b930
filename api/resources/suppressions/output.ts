// JSON forms of the entries of the suppression list (docs/reference/suppressions.md#the-suppression-record).
import type { Suppression } from '../../../shared/resources/audience/suppressions/suppression.ts';

/** An item of GET /suppressions. */
export function toSuppressionItem({ id, address, origin, emailId, smtpReply, createdAt }: Suppression) {
  return {
    id,
    email: address,
    origin,
    source_id: emailId,
    smtp_reply: smtpReply,
    created_at: createdAt.toISOString(),
  };
}

/** The answer of POST /suppressions and GET /suppressions/:id. */
export function toSuppression(suppression: Suppression) {
  return { object: 'suppression', ...toSuppressionItem(suppression) };
}

/** An entry in the answer of POST /suppressions/batch/add. */
export function toAddedSuppression({ id }: Suppression) {
  return { object: 'suppression', id };
}

/** The answer of DELETE /suppressions/:id, and an entry in that of POST /suppressions/batch/remove. */
export function toDeletedSuppression({ id }: Suppression) {
  return { object: 'suppression', id, deleted: true };
}
