// The event log of emails: append-only and ordered by id. Events are appended, counted for the metrics and fanned out
// to webhooks in one transaction, so that counts and webhook messages always match the log
// (docs/architecture/guarantees.md#webhook-messages).
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { recordEngagement } from '../../../audience/engagement/record.ts';
import {
  type AccountEvent,
  fanOutEvents,
  selectAccountsWithWebhooks,
} from '../../../foundation/webhooks/fan-out.ts';
import { recordCampaignEvents } from '../../campaign-recipients/record-events.ts';
import {
  ADD_TO_COUNTERS,
  addUp,
  campaignOccurrences,
  engagementsOf,
  type Occurrence,
  occurrencesOf,
} from '../metrics/count.ts';
import type { EmailEvent } from './event.ts';
import { buildEmailEventData, type EventEmail } from './event-data.ts';

/**
 * Returns the email data that webhook payloads need, only for emails whose account has a webhook. The array of ids
 * avoids searching for emails when no account has one.
 */
const APPEND = `
  WITH appended AS (
    INSERT INTO email_events (id, email_id, account_id, recipient, type, data, created_at)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::jsonb[], $7::timestamptz[])
  ), counted AS (${ADD_TO_COUNTERS}
  )
  SELECT id, message_id AS "messageId", created_at AS "createdAt", from_address AS "from", subject,
         coalesce(tags, '[]') AS tags, coalesce(headers, '{}') AS headers, campaign_id AS "campaignId", template_id AS "templateId"
  FROM emails
  WHERE id = ANY(ARRAY(
    SELECT event.email_id FROM unnest($2::uuid[], $3::uuid[]) AS event (email_id, account_id)
    WHERE event.account_id IN (${selectAccountsWithWebhooks('$3::uuid[]')})))`;

/**
 * Appends events and creates the messages for the webhooks that subscribe to them.
 * @param alsoCounted counts in addition to the events
 */
export async function appendEvents(
  transaction: Transaction,
  events: readonly EmailEvent[],
  queues: QueueProducer,
  alsoCounted: readonly Occurrence[] = [],
): Promise<void> {
  if (events.length === 0 && alsoCounted.length === 0) return;
  const counted = [...events.flatMap(occurrencesOf), ...alsoCounted];
  const engaged = recordEngagement(transaction, engagementsOf(counted));
  const recorded = recordCampaignEvents(transaction, campaignOccurrences(events, counted));
  const appended = transaction.query<EventEmail>({
    name: 'append-email-events',
    text: APPEND,
    values: [
      events.map(({ id }) => id),
      events.map(({ emailId }) => emailId),
      events.map(({ accountId }) => accountId),
      events.map(({ recipient }) => recipient),
      events.map(({ type }) => type),
      events.map(({ data }) => data && JSON.stringify(data)),
      events.map(({ createdAt }) => createdAt),
      ...addUp(counted),
    ],
  });
  // All are issued before the first await, so that what callers issue next locks its rows after these.
  const [{ rows }] = await Promise.all([appended, recorded, engaged]);
  await fanOutEvents(transaction, announcementsOf(events, rows), queues);
}

/** The events of the emails that were found. Emails of accounts without a webhook were not read. */
function announcementsOf(events: readonly EmailEvent[], emails: readonly EventEmail[]): AccountEvent[] {
  const emailOf = new Map(emails.map((email) => [email.id, email]));
  return events.flatMap(({ emailId, accountId, recipient, type, data, createdAt }) => {
    const email = emailOf.get(emailId);
    if (!email) return [];
    return [
      {
        accountId,
        type: `email.${type}` as const,
        data: buildEmailEventData(email, recipient, data),
        createdAt,
      },
    ];
  });
}
