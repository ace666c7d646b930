// Stores the feedback of providers as rows of work: durable before a provider is answered. A stored event is left out,
// and so is one about a recipient that is no longer stored.
import { createHash } from 'node:crypto';
import { EMAIL_EVENT_REASONS } from '../../../contract/emails/reasons.ts';
import type { FeedbackEvent, FeedbackOutcome } from '../../../mail/provider-feedback/feedback-event.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { confirmByCommit } from '../../../platform/db/group-store/find-committed.ts';
import { column, type SentColumns, sentRows } from '../../../platform/db/parameters/sent-rows.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { ERASED_ADDRESS } from '../../foundation/erasing/eraser.ts';
import { NO_REPLY } from '../emails/events/cause.ts';
import { feedbackWork } from './work.ts';

/** An event whose token is ours. */
export interface GivenFeedback extends FeedbackEvent {
  provider: string;
  recipientId: string;
  receivedAt: Date;
}

/** Dependencies of storing. */
export interface InsertFeedbackDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
}

interface GivenRow extends GivenFeedback {
  id: string;
}

/** The clock of a provider may be wrong, and a date before the calendar of Postgres is none. */
const HAPPENED_MAX_DAYS = 30;

const RECIPIENT_ID = column<GivenRow>('uuid', ({ recipientId }) => recipientId);
const RECEIVED_AT = column<GivenRow>('time', ({ receivedAt }) => receivedAt);

const ROWS: SentColumns<GivenRow> = {
  id: column('uuid', ({ id }) => id),
  provider: column('text', ({ provider }) => provider),
  event_key: column('bytes', ({ key }) => createHash('sha256').update(key).digest()),
  recipient_id: RECIPIENT_ID,
  result: column('text', ({ says }) => says.result),
  type: column('text', ({ type }) => type),
  cause: column('jsonb', ({ says }) => causeOf(says)),
  feedback_type: column('text', ({ says }) => (says.result === 'complained' ? says.feedbackType : null)),
  happened_at: column('time', happenedAtOf),
  created_at: RECEIVED_AT,
  next_attempt_at: RECEIVED_AT,
};

const SENT = sentRows([ROWS]);
const COLUMNS = Object.keys(ROWS).join(', ');

/** Inserts in the order of the keys, so that two statements with the same events do not deadlock. */
const INSERT = `
  WITH given AS (${SENT.select(ROWS)}),
  known AS (
    SELECT given.*, recipient.account_id FROM given JOIN email_recipients AS recipient
      ON recipient.id = given.recipient_id AND recipient.id = ANY(${SENT.parameter(RECIPIENT_ID)}::uuid[])
         AND recipient.address <> '${ERASED_ADDRESS}'
  ), inserted AS (
    INSERT INTO provider_feedback (${COLUMNS}, account_id, woken_at)
    SELECT ${COLUMNS}, account_id, clock_timestamp() FROM known ORDER BY event_key
    ON CONFLICT (provider, event_key) DO NOTHING RETURNING id
  )
  SELECT ARRAY(SELECT id FROM known) AS known, ARRAY(SELECT id FROM inserted) AS inserted`;

/**
 * Stores events, in one statement. Those that are stored already may be of a post whose answer was lost.
 * @returns those whose recipient is not stored
 */
export async function insertFeedback<Given extends GivenFeedback>(
  { database, ids, queues }: InsertFeedbackDeps,
  events: readonly Given[],
): Promise<Given[]> {
  if (events.length === 0) return [];
  const rows = events.map((event) => ({ ...event, id: ids.next() }));
  const { known, inserted } = await transaction(database, async (client) => {
    const { rows: answers } = await client.query<{ known: string[]; inserted: string[] }>({
      name: 'insert-provider-feedback',
      text: INSERT,
      values: SENT.values(rows),
    });
    const stored = answers[0] ?? { known: [], inserted: [] };
    if (stored.known.length > stored.inserted.length) await confirmByCommit(client);
    return stored;
  });
  queues.wake(feedbackWork.queue, inserted);
  const isKnown = new Set(known);
  return events.filter((_, index) => !isKnown.has(rows[index]?.id ?? ''));
}

function causeOf(says: FeedbackOutcome): object | null {
  if (!('cause' in says)) return null;
  const { reason, smtpCode, text } = says.cause;
  return { reason, message: EMAIL_EVENT_REASONS[reason], ...NO_REPLY, smtpCode, smtpReply: text };
}

function happenedAtOf({ at, receivedAt }: GivenRow): Date | null {
  if (at === undefined) return null;
  return Math.abs(at.getTime() - receivedAt.getTime()) <= HAPPENED_MAX_DAYS * DAY_MS ? at : null;
}
