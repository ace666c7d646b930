// Builds outcomes of attempts, as the send worker does, for emails that the factories create.
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { EmailEventReason } from '../../../../../../shared/contract/emails/reasons.ts';
import type { Claim } from '../../../../../../shared/platform/work/work-table.ts';
import { loadClaimed } from '../../../../../../shared/resources/messaging/emails/delivery/load.ts';
import type {
  AttemptResult,
  RecipientOutcome,
} from '../../../../../../shared/resources/messaging/emails/delivery/record.ts';
import { sendingWork } from '../../../../../../shared/resources/messaging/emails/delivery/work.ts';
import {
  type EventCause,
  NO_REPLY,
} from '../../../../../../shared/resources/messaging/emails/events/cause.ts';
import {
  createEmail,
  type EmailFields,
  type MadeRecipient,
} from '../../../../../support/factories/factories.ts';

/** An email that a test has created. */
export interface MadeEmail {
  id: string;
  accountId: string;
  recipients: MadeRecipient[];
}

const REASONS: Partial<Record<AttemptResult, EmailEventReason>> = {
  delayed: 'temporary_failure',
  bounced: 'unknown_mailbox',
  failed: 'policy_refused',
  suppressed: 'suppressed_address',
};

/** A new worker id and claim token. */
export const newLease = () => ({ worker: randomUUID(), token: randomUUID() });

/** Claims all woken recipients of an email. @returns the token */
export async function claimEmail(pool: Pool, { recipients }: MadeEmail, lease = newLease()): Promise<string> {
  const ids = recipients.map(({ id }) => id);
  await sendingWork.table.claim(pool, ids, lease);
  return lease.token;
}

/** Creates an email whose recipients are claimed. */
export async function createClaimedEmail(
  pool: Pool,
  accountId: string,
  fields: EmailFields = {},
  lease = newLease(),
) {
  const email = await createEmail(pool, accountId, fields);
  return { ...email, token: await claimEmail(pool, email, lease) };
}

/** Loads claims as a job does. */
export const loadNow = (pool: Pool, claims: readonly Claim[], now = new Date()) =>
  loadClaimed(pool, claims, { simulatorDomains: ['simulator.test'], now });

/** The outcome of an attempt for one recipient of an email. */
export function outcomeOf(
  email: MadeEmail & { token: string },
  changes: Partial<RecipientOutcome> = {},
  index = 0,
): RecipientOutcome {
  const { id = '', address = '' } = email.recipients[index] ?? {};
  const { result = 'delivered', reply = { code: 250, text: '2.0.0 OK' } } = changes;
  const reason = REASONS[result];
  return {
    recipientId: id,
    token: email.token,
    emailId: email.id,
    accountId: email.accountId,
    address,
    result,
    reply,
    cause: reason ? { ...causeOf(reason, reply), ...(changes.tls && { tls: changes.tls }) } : null,
    at: new Date('2026-11-20T10:00:00.123Z'),
    isSimulated: false,
    nextAttemptAt: null,
    refundOf: null,
    ...changes,
  };
}

/** No server replies for a suppressed address. */
function causeOf(reason: EmailEventReason, { code, text }: RecipientOutcome['reply']): EventCause {
  if (reason === 'suppressed_address')
    return { reason, message: text, ...NO_REPLY, suppression: { origin: 'bounce', smtpReply: '550 no' } };
  return { reason, message: 'Test.', smtpCode: code, smtpReply: text, server: 'mx.customer.dev' };
}

/** A recipient's row; `held` says whether it is claimed. */
export async function readRecipient(pool: Pool, id: string) {
  const { rows } = await pool.query(
    `SELECT state, smtp_code, smtp_reply, next_attempt_at, attempts, sent_at, updated_at, claimed_by, claim_token,
            woken_at FROM email_recipients WHERE id = $1`,
    [id],
  );
  const { claimed_by, claim_token, woken_at, ...row } = rows[0] ?? {};
  return { ...row, held: claimed_by !== null || claim_token !== null || woken_at !== null };
}

/** The events of an email as `type recipient`, oldest first. */
export async function readEvents(pool: Pool, emailId: string): Promise<string[]> {
  const { rows } = await pool.query<{ type: string; recipient: string }>(
    'SELECT type, recipient FROM email_events WHERE email_id = $1 ORDER BY id',
    [emailId],
  );
  return rows.map(({ type, recipient }) => `${type} ${recipient}`);
}

/** The columns of an email that are derived from its recipients. */
export async function readEmail(pool: Pool, id: string) {
  const { rows } = await pool.query('SELECT status, last_event, sent_at FROM emails WHERE id = $1', [id]);
  return rows[0];
}
