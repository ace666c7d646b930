// An email's status follows from its recipients (decisions.md §2): any recipient still active → the least advanced
// of those; else failed, bounced, complained, delivered, in that order; suppressed only if all are.
import type { Transaction } from '../../db/transaction.ts';

/** First match wins. */
const STATUS_ORDER = [
  'pending',
  'queued',
  'delivery_delayed',
  'sending',
  'sent',
  'failed',
  'bounced',
  'complained',
  'delivered',
  'canceled',
  'suppressed',
];

const DERIVED_STATUS = `CASE ${STATUS_ORDER.map((state) => `WHEN bool_or(state = '${state}') THEN '${state}'`).join(' ')} END`;

/** Writes the status of emails whose recipients have changed. The caller holds the emails' locks. */
export async function deriveEmailStatus(
  transaction: Transaction,
  emailIds: readonly string[],
): Promise<void> {
  if (emailIds.length === 0) return;
  await transaction.query({
    name: 'derive-email-status',
    text: `UPDATE emails
           SET status = derived.status, sent_at = derived.sent_at,
               last_event = coalesce((SELECT type FROM email_events WHERE email_id = emails.id ORDER BY id DESC LIMIT 1),
                                     emails.last_event)
           FROM (SELECT email_id, ${DERIVED_STATUS} AS status, min(sent_at) AS sent_at
                 FROM email_recipients WHERE email_id = ANY($1::uuid[]) GROUP BY email_id) AS derived
           WHERE emails.id = derived.email_id`,
    values: [emailIds],
  });
}
