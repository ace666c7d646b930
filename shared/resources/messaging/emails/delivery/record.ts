// Records outcomes; the only code that writes the result of an attempt to send to a recipient: its state, its events
// and their webhook messages, the suppression of a bad address, the email's status and the quota refund, in one
// transaction (docs/architecture/guarantees.md#outcomes). Each outcome carries the fencing token of its claim. A
// success with a stale token still counts while the row is not sent, because the message has left; a failure with a
// stale token does not, because another worker is trying.

import { addressKey } from '../../../../mail/addresses.ts';
import type { DeliveryTls } from '../../../../mail/delivery-tls.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { column, type SentColumns, sentRows } from '../../../../platform/db/parameters/sent-rows.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { insertSuppressions } from '../../../audience/suppressions/insert.ts';
import type { Suppression } from '../../../audience/suppressions/suppression.ts';
import { refundQuota } from '../../../foundation/accounts/quota/quota.ts';
import { refundCapacity } from '../../../foundation/reputation/capacity-use.ts';
import { countSendingDays, type EvaluateSoon } from '../../../foundation/reputation/sending-days.ts';
import type { EmailStatus } from '../email.ts';
import { appendEvents } from '../events/append.ts';
import type { EventCause } from '../events/cause.ts';
import type { CountCorrection, EmailEvent, EmailEventType } from '../events/event.ts';
import { outcomeDetails } from '../events/outcome-details.ts';
import { deriveEmailStatus } from './derive-status.ts';
import type { RestOfRecipient } from './held/offered-mail.ts';
import { type LockedEmail, lockEmails } from './lock.ts';
import { type EarlierResult, reputationCounts } from './reputation-counts.ts';

/** The result of an attempt. */
export type AttemptResult =
  /** The next server has accepted the message and will report its delivery. */
  | 'sent'
  /** The next server has accepted the message, and that counts as delivered. */
  | 'delivered'
  /** Delivered, then reported as spam (simulator). */
  | 'complained'
  /** A temporary failure; the next attempt is at `nextAttemptAt`. */
  | 'delayed'
  /** Not tried, because its destination rests: it waits without using up an attempt, and its events say so. */
  | 'rested'
  /** Not tried: the recipient is queued again without using up an attempt. */
  | 'returned'
  /** The address is invalid; it is suppressed. */
  | 'bounced'
  | 'failed'
  | 'suppressed'
  /** Not tried, and never will be: its campaign was canceled. */
  | 'canceled';

/** The outcome of an attempt to send to one recipient. */
export interface RecipientOutcome {
  recipientId: string;
  token: string;
  emailId: string;
  accountId: string;
  address: string;
  result: AttemptResult;
  /** The server's reply, or the reason why there was none. */
  reply: { code: number | null; text: string };
  /** Why, for every result whose events say so; null for the others. */
  cause: EventCause | null;
  /** The server that was tried, and the protection of a connection to the recipient's own; absent: a relay's has none. */
  server?: string | undefined;
  tls?: DeliveryTls | undefined;
  /** The dialogue; absent: nothing was tried, and the dialogue of the previous try stays. */
  dialogue?: string | undefined;
  /** DNS says that the recipient's domain has neither MX nor address. */
  isAbsent?: true | undefined;
  /** The provider of the try; absent: the one that its row names, or none. */
  provider?: string | undefined;
  rest?: RestOfRecipient | undefined;
  at: Date;
  /** The simulator has made it: it says nothing about the sender. */
  isSimulated: boolean;
  /** The next attempt, for `delayed`, `rested` and `returned`. */
  nextAttemptAt: Date | null;
  /**
   * When the unit of quota was charged, if it must be refunded (docs/reference/limits.md#quotas); null if it stays
   * charged.
   */
  refundOf: Date | null;
  /** Whether it no longer counts in the capacity of a day: it is not sent now. */
  isUncharged?: boolean;
}

/** An outcome that counts. */
interface EffectiveOutcome extends RecipientOutcome {
  earlier: EarlierResult;
  /** The stored address: the person may have been erased since the message was handed to a worker. */
  recipient: string;
  /** Corrections of the failure that another worker had recorded; empty for all but late successes. */
  corrections: readonly CountCorrection[];
  /** The day whose capacity gets a unit back. */
  unchargedOn: string | null;
}

interface Effect {
  state: EmailStatus;
  events: readonly EmailEventType[];
  suppresses?: 'bounce' | 'complaint';
}

/** The state, the events and the suppression that follow from each result. */
const EFFECTS: Readonly<Record<AttemptResult, Effect>> = {
  sent: { state: 'sent', events: ['sent'] },
  delivered: { state: 'delivered', events: ['sent', 'delivered'] },
  complained: { state: 'complained', events: ['sent', 'delivered', 'complained'], suppresses: 'complaint' },
  delayed: { state: 'delivery_delayed', events: ['delivery_delayed'] },
  rested: { state: 'delivery_delayed', events: ['delivery_delayed'] },
  returned: { state: 'queued', events: [] },
  bounced: { state: 'bounced', events: ['bounced'], suppresses: 'bounce' },
  failed: { state: 'failed', events: ['failed'] },
  suppressed: { state: 'suppressed', events: ['suppressed'] },
  canceled: { state: 'canceled', events: ['canceled'] },
};

/** Dependencies of recording. */
export interface RecordDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
  /** Called after the commit with the domains whose mail has bounced; absent: the recurring task finds them. */
  evaluateSoon?: EvaluateSoon;
}

/**
 * Writes outcomes. After the commit, the webhooks that subscribe to the events are woken. Safe to repeat: a row that is
 * already released is not changed.
 */
export async function recordOutcomes(
  { database, ids, queues, evaluateSoon }: RecordDeps,
  outcomes: readonly RecipientOutcome[],
): Promise<void> {
  await transaction(database, async (client) => {
    // Two statements, because a statement that waits for a lock sees an earlier state of all other rows.
    const [emails, effective] = await Promise.all([
      lockEmails(client, [...new Set(outcomes.map(({ emailId }) => emailId))]),
      updateRecipients(client, outcomes),
    ]);
    const events = effective.flatMap((outcome) => eventsOf(outcome, emails.get(outcome.emailId), ids));
    const judged = effective.flatMap((outcome) =>
      reputationCounts(outcome, outcome.earlier, emails.get(outcome.emailId)),
    );
    await Promise.all([
      appendEvents(client, events, queues),
      countSendingDays(client, judged, evaluateSoon),
      insertSuppressions(
        client,
        effective.flatMap((outcome) => suppressionsOf(outcome, ids)),
        queues,
      ),
      deriveEmailStatus(client, lastEventsOf(effective)),
      // The quota counters are locked last (docs/architecture/guarantees.md#lock-order).
      refundQuota(client, effective.flatMap(refundsOf)),
      refundCapacity(
        client,
        effective.flatMap((outcome) => capacityRefundsOf(outcome, emails.get(outcome.emailId)?.domainId)),
      ),
    ]);
  });
}

const ID = column<RecipientOutcome>('uuid', ({ recipientId }) => recipientId);

const OUTCOMES: SentColumns<RecipientOutcome> = {
  id: ID,
  token: column('uuid', ({ token }) => token),
  state: column('text', ({ result }) => EFFECTS[result].state),
  code: column('smallint', ({ reply }) => reply.code),
  text: column('text', ({ reply }) => reply.text),
  next_attempt_at: column('time', ({ nextAttemptAt }) => nextAttemptAt),
  at: column('time', ({ at }) => at),
  is_success: column('boolean', ({ result }) => EFFECTS[result].events.includes('sent')),
  is_returned: column('boolean', ({ result }) => result === 'returned' || result === 'rested'),
  is_uncharged: column('boolean', ({ isUncharged = false }) => isUncharged),
  dialogue: column('longText', ({ dialogue }) => dialogue),
  is_absent: column('boolean', ({ isAbsent }) => isAbsent),
  provider: column('text', ({ provider }) => provider),
  destination: column('text', ({ rest }) => rest?.destination),
  announced_rest: column('time', ({ rest }) => rest?.beganAt),
};

const SENT = sentRows([OUTCOMES]);
const IDS = `${SENT.parameter(ID)}::uuid[]`;

/**
 * Rows are locked in id order (docs/architecture/guarantees.md#lock-order). Of two outcomes of one row a success wins,
 * because the message has left. The array of keys prevents plans that scan the table
 * (shared/platform/work/work-table-sql.ts).
 */
const UPDATE_RECIPIENTS = `
  WITH counted AS (
    SELECT outcome.*, recipient.state AS previous_state, recipient.updated_at AS previous_at,
           recipient.smtp_code IS NOT NULL AS had_reply,
           CASE WHEN outcome.is_uncharged THEN recipient.charged_on END AS uncharged_on
    FROM (${SENT.select(OUTCOMES, 'number')}) AS outcome
    JOIN email_recipients AS recipient ON recipient.id = outcome.id AND recipient.id = ANY(${IDS})
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
      charged_on = CASE WHEN NOT chosen.is_uncharged THEN recipient.charged_on END,
      dialogue = coalesce(chosen.dialogue, recipient.dialogue),
      absent_since = CASE WHEN chosen.is_returned THEN recipient.absent_since
                          WHEN chosen.is_absent THEN coalesce(recipient.absent_since, chosen.at) END,
      provider = coalesce(chosen.provider, recipient.provider),
      destination = chosen.destination,
      announced_rest = coalesce(chosen.announced_rest, recipient.announced_rest),
      claimed_by = NULL, claim_token = NULL, woken_at = NULL
  FROM chosen WHERE recipient.id = chosen.id AND recipient.id = ANY(${IDS})
  RETURNING chosen.number::integer, chosen.previous_state AS state, chosen.previous_at AS at,
            chosen.had_reply AS "hasReply", chosen.uncharged_on::text AS "unchargedOn", recipient.address AS recipient`;

interface UpdatedRecipient extends EarlierResult {
  /** Position of the outcome, from 1. */
  number: number;
  unchargedOn: string | null;
  recipient: string;
}

/**
 * Writes the outcomes that count.
 * @returns those outcomes
 */
async function updateRecipients(
  transaction: Transaction,
  outcomes: readonly RecipientOutcome[],
): Promise<EffectiveOutcome[]> {
  const { rows } = await transaction.query<UpdatedRecipient>({
    name: 'record-recipients',
    text: UPDATE_RECIPIENTS,
    values: SENT.values(outcomes),
  });
  const updated = new Map(rows.map((row) => [row.number, row]));
  return outcomes.flatMap((outcome, index) => {
    const row = updated.get(index + 1);
    if (!row) return [];
    const { unchargedOn, recipient, ...earlier } = row;
    return [{ ...outcome, earlier, recipient, corrections: correctionsOfLate(earlier), unchargedOn }];
  });
}

/** Only a success changes a recipient that has bounced or failed. */
function correctionsOfLate({ state: type, at }: EarlierResult): CountCorrection[] {
  return type === 'bounced' || type === 'failed' ? [{ name: `${type}_superseded`, at }] : [];
}

/** The last event of each email. Several outcomes of one email are appended in their order. */
function lastEventsOf(outcomes: readonly RecipientOutcome[]): Map<string, EmailEventType | null> {
  const last = new Map<string, EmailEventType | null>();
  for (const { emailId, result } of outcomes) {
    last.set(emailId, EFFECTS[result].events.at(-1) ?? last.get(emailId) ?? null);
  }
  return last;
}

function eventsOf(outcome: EffectiveOutcome, email: LockedEmail | undefined, ids: Ids): EmailEvent[] {
  const { emailId, accountId, recipient, result, at, corrections } = outcome;
  return EFFECTS[result].events.map((type) => ({
    id: ids.next(),
    emailId,
    accountId,
    domainId: email?.domainId ?? '',
    campaign: email?.campaign,
    engages: email?.engages,
    recipient,
    type,
    data: outcomeDetails(type, outcome),
    createdAt: at,
    corrections: type === 'sent' ? corrections : [],
  }));
}

function suppressionsOf(
  { accountId, address, emailId, result, reply, at }: RecipientOutcome,
  ids: Ids,
): Suppression[] {
  const origin = EFFECTS[result].suppresses;
  if (!origin) return [];
  const smtpReply = origin === 'bounce' && reply.code !== null ? reply.text : null;
  const entry = { id: ids.next(), accountId, address: addressKey(address), origin, emailId };
  return [{ ...entry, smtpReply, reportId: null, createdAt: at }];
}

function refundsOf({ accountId, refundOf }: RecipientOutcome) {
  return refundOf ? [{ accountId, units: 1, at: refundOf }] : [];
}

/** A unit of the domain, and one of the account. */
function capacityRefundsOf({ accountId, unchargedOn: day }: EffectiveOutcome, domainId: string | undefined) {
  if (day === null || domainId === undefined) return [];
  return [domainId, accountId].map((subjectId) => ({ accountId, subjectId, day, units: 1 }));
}
