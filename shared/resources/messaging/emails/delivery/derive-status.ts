// Status aggregation: derives an email's status from the states of its recipients (docs/reference/emails.md#states).
// While a recipient is active, the least advanced active state; then failed, bounced, complained, delivered, canceled;
// suppressed only if all recipients are.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { EmailStatus } from '../email.ts';

/** The first state that a recipient has is the email's status. */
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

/** Reads all recipients in one scan: a subquery per email would search every partition for each email. */
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
 * Writes the status of emails whose recipients have changed. The caller has locked the emails.
 * @param lastEvents email id → type of the last event that this change appends; null: none
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
