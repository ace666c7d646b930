// The one place that writes what became of a recipient: its state, its events, their webhook messages, the
// suppression of a bad address, the email's status and the quota that is given back, in one transaction (design rules 4
// and 6). Every row shows
// the token of the claim. A success with a stale token still counts while the row is not sent, because the mail is
// out; a failure with a stale token does not, because somebody else is trying.

import { addressKey } from '../../../mail/addresses.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { refundQuota } from '../../accounts/quota.ts';
import { insertSuppressions } from '../../suppressions/insert.ts';
import type { EmailStatus } from '../email.ts';
import { appendEvents } from '../events/append.ts';
import type { EmailEvent, EmailEventType } from '../events/event.ts';
import { bouncedDetails, type EventDetails, failedDetails, suppressedDetails } from '../events/event-data.ts';
import { deriveEmailStatus } from './derive-status.ts';
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
  /** When its unit of quota was charged, if that is given back (decisions.md §2, Quota); null: it stays charged. */
  refundOf: Date | null;
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

/** What recording needs. */
export interface RecordDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
}

/** Writes outcomes, and wakes the webhooks that are told of them. Safe to repeat: a released row is left alone. */
export async function recordOutcomes(
  { database, ids, queues }: RecordDeps,
  outcomes: readonly RecipientOutcome[],
): Promise<void> {
  await transaction(database, async (client) => {
    // Two statements, since one that waits for a lock sees all other rows as they were before.
    const [domainOf, effective] = await Promise.all([
      lockEmails(client, [...new Set(outcomes.map(({ emailId }) => emailId))]),
      updateRecipients(client, outcomes),
    ]);
    const events = effective.flatMap((outcome) =>
      eventsOf(outcome, domainOf.get(outcome.emailId) ?? '', ids),
    );
    await Promise.all([
      appendEvents(client, events, queues),
      insertSuppressions(
        client,
        effective.flatMap((outcome) => suppressionOf(outcome, ids)),
      ),
      deriveEmailStatus(client, lastEventsOf(effective)),
      // The counters come last (design rule 3).
      refundQuota(client, effective.flatMap(refundsOf)),
    ]);
  });
}

/**
 * Rows are locked in id order (design rule 3). Of two outcomes of one row a success wins, because the mail is out.
 * The array of keys keeps the joins from being planned as scans (shared/platform/work/work-table.ts).
 */
const UPDATE_RECIPIENTS = `
  WITH counted AS (
    SELECT outcome.*
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::smallint[], $5::text[], $6::timestamptz[],
                $7::timestamptz[], $8::boolean[], $9::boolean[]) WITH ORDINALITY
      AS outcome (id, token, state, code, text, next_attempt_at, at, is_success, is_returned, number)
    JOIN email_recipients AS recipient ON recipient.id = outcome.id AND recipient.id = ANY($1::uuid[])
      AND (recipient.claim_token = outcome.token OR (outcome.is_success AND recipient.sent_at IS NULL))
    ORDER BY outcome.id, outcome.is_success DESC, outcome.number
    FOR NO KEY UPDATE OF recipient
  ), chosen AS (
    SELECT DISTINCT ON (id) * FROM counted ORDER BY id, is_success DESC, number
  )
  UPDATE email_recipients AS recipient
  SET state = chosen.state, smtp_code = chosen.code, smtp_reply = chosen.text,
      next_attempt_at = chosen.next_attempt_at, updated_at = chosen.at,
      sent_at = CASE WHEN chosen.is_success THEN chosen.at ELSE recipient.sent_at END,
      attempts = recipient.attempts - CASE WHEN chosen.is_returned THEN 1 ELSE 0 END,
      claimed_by = NULL, claim_token = NULL, woken_at = NULL
  FROM chosen WHERE recipient.id = chosen.id AND recipient.id = ANY($1::uuid[])
  RETURNING chosen.number::integer`;

/** Writes what counts. @returns the outcomes that did */
async function updateRecipients(
  transaction: Transaction,
  outcomes: readonly RecipientOutcome[],
): Promise<RecipientOutcome[]> {
  const { rows } = await transaction.query<{ number: number }>({
    name: 'record-recipients',
    text: UPDATE_RECIPIENTS,
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
  const counted = new Set(rows.map(({ number }) => number));
  return outcomes.filter((_, index) => counted.has(index + 1));
}

/** The event appended last of each email; several outcomes of one email are appended in their order. */
function lastEventsOf(outcomes: readonly RecipientOutcome[]): Map<string, EmailEventType | null> {
  const last = new Map<string, EmailEventType | null>();
  for (const { emailId, result } of outcomes) {
    last.set(emailId, EFFECTS[result].events.at(-1) ?? last.get(emailId) ?? null);
  }
  return last;
}

function eventsOf(
  { emailId, accountId, address, result, reply, at }: RecipientOutcome,
  domainId: string,
  ids: Ids,
): EmailEvent[] {
  return EFFECTS[result].events.map((type) => ({
    id: ids.next(),
    emailId,
    accountId,
    domainId,
    recipient: address,
    type,
    data: detailsOf(type, reply.text),
    createdAt: at,
  }));
}

function detailsOf(type: EmailEventType, reply: string): EventDetails | null {
  if (type === 'bounced') return bouncedDetails(reply);
  if (type === 'failed') return failedDetails(reply);
  if (type === 'suppressed') return suppressedDetails('OnAccountSuppressionList', reply);
  return null;
}

function suppressionOf({ accountId, address, emailId, result, at }: RecipientOutcome, ids: Ids) {
  const reason = EFFECTS[result].suppresses;
  return reason
    ? [{ id: ids.next(), accountId, address: addressKey(address), reason, emailId, createdAt: at }]
    : [];
}

function refundsOf({ accountId, refundOf }: RecipientOutcome) {
  return refundOf ? [{ accountId, units: 1, at: refundOf }] : [];
}
