// An email's status follows from its recipients (decisions.md §2): any recipient still active → the least advanced
// of those; else failed, bounced, complained, delivered, in that order; suppressed only if all are.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { EmailStatus } from '../email.ts';

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
] as const satisfies readonly EmailStatus[];

const STATES = `ARRAY[${STATUS_ORDER.map((state) => `'${state}'`).join(', ')}]`;

/** All recipients are read at once: asking email by email would look into every partition for each of them. */
const DERIVE = `
  WITH derived AS MATERIALIZED (
    SELECT email_id, (${STATES})[min(array_position(${STATES}, state))] AS status, min(sent_at) AS sent_at
    FROM email_recipients WHERE email_id = ANY($1::uuid[]) GROUP BY email_id
  )
  UPDATE emails
  SET status = derived.status, sent_at = derived.sent_at,
      last_event = coalesce(($2::text[])[array_position($1::uuid[], emails.id)], emails.last_event)
  FROM derived WHERE emails.id = derived.email_id AND emails.id = ANY($1::uuid[])`;

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
