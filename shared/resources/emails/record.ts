// The one place that writes what became of a recipient: its state, its events, their webhook messages, the
// suppression of a bad address, and the email's status, in one transaction (design rules 4 and 6). Every row shows
// the token of the claim. A success with a stale token still counts while the row is not sent, because the mail is
// out; a failure with a stale token does not, because somebody else is trying.
import type { Database } from '../../db/connect.ts';
import { type Transaction, transaction } from '../../db/transaction.ts';
import type { Ids } from '../../ids.ts';
import { addressKey } from '../../mail/addresses.ts';
import { insertSuppressions } from '../suppressions/insert.ts';
import { deriveEmailStatus } from './derive-status.ts';
import type { EmailStatus } from './email.ts';
import { appendEvents, type EmailEventType } from './events.ts';
import { lockEmails } from './lock.ts';

/** How an attempt ended. */
export type AttemptResult =
  /** The next hop has it, and will tell of the delivery. */
  | 'sent'
  /** The next hop has it, and that counts as delivered. */
  | 'delivered'
  /** Delivered, then reported as spam (simulator). */
  | 'complained'
  /** Not now; tried again at `nextAttemptAt`. */
  | 'delayed'
  /** Not tried: given back without using up a try. */
  | 'returned'
  /** The address is bad. */
  | 'bounced'
  | 'failed'
  | 'suppressed';

/** What became of one recipient. */
export interface RecipientOutcome {
  recipientId: string;
  token: string;
  emailId: string;
  accountId: string;
  address: string;
  result: AttemptResult;
  /** The server's answer, or why there was none. */
  reply: { code: number | null; text: string };
  at: Date;
  /** For `delayed` and `returned`. */
  nextAttemptAt: Date | null;
}

interface Effect {
  state: EmailStatus;
  events: readonly EmailEventType[];
  suppresses?: 'bounce' | 'complaint';
}

/** What each result does to a recipient. */
const EFFECTS: Readonly<Record<AttemptResult, Effect>> = {
  sent: { state: 'sent', events: ['sent'] },
  delivered: { state: 'delivered', events: ['sent', 'delivered'] },
  complained: { state: 'complained', events: ['sent', 'delivered', 'complained'], suppresses: 'complaint' },
  delayed: { state: 'delivery_delayed', events: ['delivery_delayed'] },
  returned: { state: 'queued', events: [] },
  bounced: { state: 'bounced', events: ['bounced'], suppresses: 'bounce' },
  failed: { state: 'failed', events: ['failed'] },
  suppressed: { state: 'suppressed', events: ['suppressed'] },
};

/** Writes outcomes. Safe to repeat: a row that was released already is left alone. */
export async function recordOutcomes(
  database: Database,
  outcomes: readonly RecipientOutcome[],
  ids: Ids,
): Promise<void> {
  await transaction(database, async (client) => {
    await lockEmails(client, [...new Set(outcomes.map(({ emailId }) => emailId))]);
    const recorded = await updateRecipients(client, outcomes);
    const effective = outcomes.filter(({ recipientId }) => recorded.has(recipientId));
    await appendEvents(
      client,
      effective.flatMap((outcome) => eventsOf(outcome, ids)),
    );
    await insertSuppressions(
      client,
      effective.flatMap((outcome) => suppressionOf(outcome, ids)),
    );
    await deriveEmailStatus(client, [...new Set(effective.map(({ emailId }) => emailId))]);
  });
}

async function updateRecipients(
  transaction: Transaction,
  outcomes: readonly RecipientOutcome[],
): Promise<Set<string>> {
  const { rows } = await transaction.query<{ id: string }>({
    name: 'record-recipients',
    text: `UPDATE email_recipients AS recipient
           SET state = outcome.state, smtp_code = outcome.code, smtp_reply = outcome.text,
               next_attempt_at = outcome.next_attempt_at, updated_at = outcome.at,
               sent_at = CASE WHEN outcome.is_success THEN outcome.at ELSE recipient.sent_at END,
               attempts = recipient.attempts - CASE WHEN outcome.is_returned THEN 1 ELSE 0 END,
               claimed_by = NULL, claim_token = NULL, woken_at = NULL
           FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::smallint[], $5::text[], $6::timestamptz[],
                       $7::timestamptz[], $8::boolean[], $9::boolean[])
             AS outcome (id, token, state, code, text, next_attempt_at, at, is_success, is_returned)
           WHERE recipient.id = outcome.id
             AND (recipient.claim_token = outcome.token
                  OR (outcome.is_success AND recipient.state IN ('queued', 'sending', 'delivery_delayed')))
           RETURNING recipient.id`,
    values: [
      outcomes.map(({ recipientId }) => recipientId),
      outcomes.map(({ token }) => token),
      outcomes.map(({ result }) => EFFECTS[result].state),
      outcomes.map(({ reply }) => reply.code),
      outcomes.map(({ reply }) => reply.text),
      outcomes.map(({ nextAttemptAt }) => nextAttemptAt),
      outcomes.map(({ at }) => at),
      outcomes.map(({ result }) => EFFECTS[result].events.includes('sent')),
      outcomes.map(({ result }) => result === 'returned'),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

function eventsOf({ emailId, accountId, address, result, reply, at }: RecipientOutcome, ids: Ids) {
  return EFFECTS[result].events.map((type) => ({
    id: ids.next(),
    emailId,
    accountId,
    recipient: address,
    type,
    data: eventData(type, reply.text),
    createdAt: at,
  }));
}

/** What Resend's webhooks tell beside the email, by type of event. */
function eventData(type: EmailEventType, reply: string): Record<string, unknown> | null {
  if (type === 'bounced') {
    return { bounce: { type: 'Permanent', subType: 'General', message: reply, diagnosticCode: [reply] } };
  }
  if (type === 'failed') return { failed: { reason: reply } };
  if (type === 'suppressed') return { suppressed: { message: reply, type: 'OnAccountSuppressionList' } };
  return null;
}

function suppressionOf({ accountId, address, emailId, result, at }: RecipientOutcome, ids: Ids) {
  const reason = EFFECTS[result].suppresses;
  return reason
    ? [{ id: ids.next(), accountId, address: addressKey(address), reason, emailId, createdAt: at }]
    : [];
}
