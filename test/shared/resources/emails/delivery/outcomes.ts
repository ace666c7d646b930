// Outcomes of attempts, as the send worker makes them, on emails that the factories make.
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { recipientsTable } from '../../../../../shared/resources/emails/delivery/recipients-table.ts';
import type { RecipientOutcome } from '../../../../../shared/resources/emails/delivery/record.ts';
import { createEmail, type EmailFields, type MadeRecipient } from '../../../../support/factories.ts';

/** An email that a test made. */
export interface MadeEmail {
  id: string;
  accountId: string;
  recipients: MadeRecipient[];
}

/** Who claims, and under which token: a new one each time. */
export const newLease = () => ({ worker: randomUUID(), token: randomUUID() });

/** Claims all woken recipients of an email. @returns the token */
export async function claimEmail(pool: Pool, { recipients }: MadeEmail, lease = newLease()): Promise<string> {
  const ids = recipients.map(({ id }) => id);
  await recipientsTable.claim(pool, ids, lease);
  return lease.token;
}

/** Makes an email whose recipients are claimed. */
export async function createClaimedEmail(
  pool: Pool,
  accountId: string,
  fields: EmailFields = {},
  lease = newLease(),
) {
  const email = await createEmail(pool, accountId, fields);
  return { ...email, token: await claimEmail(pool, email, lease) };
}

/** What became of one of an email's recipients. */
export function outcomeOf(
  email: MadeEmail & { token: string },
  changes: Partial<RecipientOutcome> = {},
  index = 0,
): RecipientOutcome {
  const { id = '', address = '' } = email.recipients[index] ?? {};
  return {
    recipientId: id,
    token: email.token,
    emailId: email.id,
    accountId: email.accountId,
    address,
    result: 'delivered',
    reply: { code: 250, text: '2.0.0 OK' },
    at: new Date('2026-11-20T10:00:00.123Z'),
    nextAttemptAt: null,
    refundOf: null,
    ...changes,
  };
}

/** A recipient's row, its lease in one word. */
export async function readRecipient(pool: Pool, id: string) {
  const { rows } = await pool.query(
    `SELECT state, smtp_code, smtp_reply, next_attempt_at, attempts, sent_at, updated_at, claimed_by, claim_token,
            woken_at FROM email_recipients WHERE id = $1`,
    [id],
  );
  const { claimed_by, claim_token, woken_at, ...row } = rows[0] ?? {};
  return { ...row, held: claimed_by !== null || claim_token !== null || woken_at !== null };
}

/** `type recipient` of an email's events, oldest first. */
export async function readEvents(pool: Pool, emailId: string): Promise<string[]> {
  const { rows } = await pool.query<{ type: string; recipient: string }>(
    'SELECT type, recipient FROM email_events WHERE email_id = $1 ORDER BY id',
    [emailId],
  );
  return rows.map(({ type, recipient }) => `${type} ${recipient}`);
}

/** What an email shows of its recipients. */
export async function readEmail(pool: Pool, id: string) {
  const { rows } = await pool.query('SELECT status, last_event, sent_at FROM emails WHERE id = $1', [id]);
  return rows[0];
}
