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

/** Of each email's own rows; a join would be planned over all recipients (shared/db/work-table.ts). */
const DERIVE = `
  UPDATE emails
  SET (status, sent_at) = (SELECT coalesce(${DERIVED_STATUS}, emails.status), min(sent_at)
                           FROM email_recipients WHERE email_id = emails.id),
      last_event = coalesce(($2::text[])[array_position($1::uuid[], emails.id)], emails.last_event)
  WHERE emails.id = ANY($1::uuid[])`;

/**
 * Writes the status of emails whose recipients have changed. The caller holds the emails' locks.
 * @param lastEvents email id → type of the event that was appended last with this change; null: none was
 */
export async function deriveEmailStatus(
  transaction: Transaction,
  lastEvents: ReadonlyMap<string, string | null>,
): Promise<void> {
  if (lastEvents.size === 0) return;
  await transaction.query({
    name: 'derive-email-status',
    text: DERIVE,
    values: [[...lastEvents.keys()], [...lastEvents.values()]],
  });
}
