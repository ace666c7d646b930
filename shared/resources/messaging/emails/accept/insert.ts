// Inserts a group of accepted emails in the caller's transaction: contents, emails and recipients in one statement,
// attachments, kept messages, polls, events and webhook messages in further ones
// (docs/architecture/accepting.md#the-accept-transaction).
// Recipients that can be sent to immediately are inserted as woken, up to the share of their account; the wake-up follows
// the commit, and if it is lost, the sweeper finds them. Recipients of scheduled emails are pending until their email is due.

import { addressKey } from '../../../../mail/addresses.ts';
import { textArrayLiteral } from '../../../../platform/db/array-literal.ts';
import { textArray } from '../../../../platform/db/text-array.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { insertPolls, type NewPoll } from '../../polls/insert.ts';
import { insertAttachments } from '../attachments/insert.ts';
import type { NewEmail, ParsedMailbox } from '../email.ts';
import { appendEvents } from '../events/append.ts';
import { NO_REPLY } from '../events/cause.ts';
import type { EmailEvent } from '../events/event.ts';
import { suppressedDetails } from '../events/event-data.ts';
import { insertKept } from '../kept/insert.ts';
import { tagKeysOf } from '../tag-keys.ts';
import { trackingNumber } from '../tracking/measures.ts';
import type { PlannedEmail, PlannedRecipient } from './plan.ts';
import { sizeOfEmail } from './size.ts';

const INSERT = `
  WITH contents AS (
    INSERT INTO email_contents (id, account_id, html, text, created_at, source_id, data, rendered_bytes, poll)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $18::text[], $19::text[], $17::timestamptz[], $42::uuid[], $43::jsonb[],
                         $46::integer[], $47::jsonb[])
  ), recipients AS (
    INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane,
                                  next_attempt_at, woken_at, updated_at, charged_on)
    SELECT id, email_id, account_id, kind, position, address, state, lane,
           due_at, CASE WHEN is_awake THEN clock_timestamp() END, created_at, charged_on
    FROM unnest($20::uuid[], $21::uuid[], $22::uuid[], $23::text[], $24::smallint[], $25::text[], $26::text[],
                $27::timestamptz[], $28::timestamptz[], $29::text[], $37::boolean[], $38::date[])
      AS recipient (id, email_id, account_id, kind, position, address, state, created_at, due_at, lane, is_awake,
                    charged_on)
  )
  INSERT INTO emails (id, content_id, account_id, domain_id, source, message_id, from_address, from_key,
                      to_addresses, cc_addresses, bcc_addresses, reply_to_addresses, subject, preview_text,
                      headers, tags, tag_keys, created_at, last_event, status, scheduled_at, topic_id, template_id,
                      automation_id, thread_id, tracking, run_id, contact_id, campaign_id, dispatch_id)
  SELECT id, id, account_id, domain_id, source, message_id, from_address, from_key,
         to_addresses::text[], cc_addresses::text[], bcc_addresses::text[], reply_to_addresses::text[],
         subject, preview_text, headers, tags, tag_keys::bigint[], created_at, last_event, status, scheduled_at,
         topic_id, template_id, automation_id, thread_id, tracking, run_id, contact_id, campaign_id, dispatch_id
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
              $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::jsonb[], $15::jsonb[],
              $16::text[], $17::timestamptz[], $30::text[], $31::text[], $32::timestamptz[],
              $33::uuid[], $34::uuid[], $35::uuid[], $36::uuid[], $39::smallint[], $40::uuid[], $41::uuid[],
              $44::uuid[], $45::uuid[])
    AS email (id, account_id, domain_id, source, message_id, from_address, from_key, to_addresses,
              cc_addresses, bcc_addresses, reply_to_addresses, subject, preview_text, headers, tags,
              tag_keys, created_at, last_event, status, scheduled_at, topic_id, template_id, automation_id,
              thread_id, tracking, run_id, contact_id, campaign_id, dispatch_id)
  RETURNING pg_current_xact_id()::text AS "transactionId"`;

/** A group over this is inserted in parts: encoding 4 MB takes some milliseconds, encoding 100 MB took a second. */
const PART_MAX_BYTES = 4 * 1024 * 1024;

/** Dependencies of inserting. */
export interface InsertDeps {
  ids: Ids;
  queues: QueueProducer;
}

/**
 * Inserts a group. After the commit, the webhooks that subscribe to its events are woken.
 * @param last of a large group its last part; `insertRows` has inserted the others (inParts)
 * @returns the transaction's id, which shows how the transaction ended if the answer to COMMIT is lost
 */
export async function insertEmails(
  transaction: Transaction,
  group: readonly PlannedEmail[],
  last: readonly PlannedEmail[],
  { ids, queues }: InsertDeps,
): Promise<string> {
  const emails = group.map(({ email }) => email);
  const events = group.flatMap((planned) => eventsOf(planned, ids));
  const [transactionId] = await Promise.all([
    insertRows(transaction, last),
    insertAttachments(transaction, emails, ids),
    insertKept(transaction, emails),
    insertPolls(transaction, emails.flatMap(ownPollOf)),
    // After the emails, because it reads them.
    appendEvents(transaction, events, queues),
  ]);
  return transactionId;
}

/**
 * Cuts a large group into parts that are inserted one after the other. Between two of them the event loop serves other
 * requests, and only one part at a time is in memory a second time, encoded for Postgres.
 */
export function inParts(group: readonly PlannedEmail[]): {
  first: readonly (readonly PlannedEmail[])[];
  last: readonly PlannedEmail[];
} {
  const first: (readonly PlannedEmail[])[] = [];
  let last: PlannedEmail[] = [];
  let bytes = 0;
  for (const planned of group) {
    const size = sizeOfEmail(planned.email);
    if (last.length > 0 && bytes + size > PART_MAX_BYTES) {
      first.push(last);
      [last, bytes] = [[], 0];
    }
    last.push(planned);
    bytes += size;
  }
  return { first, last };
}

/** Inserts emails with their contents and recipients. @returns the transaction's id */
export async function insertRows(transaction: Transaction, group: readonly PlannedEmail[]): Promise<string> {
  const emails = group.map(({ email }) => email);
  const { rows } = await transaction.query<{ transactionId: string }>({
    name: 'accept-insert',
    text: INSERT,
    values: [
      ...emailColumns(group),
      ...recipientColumns(group),
      ...stateColumns(group),
      ...originColumns(emails),
      group.flatMap(({ recipients }) => recipients.map(isAwake)),
      group.flatMap(({ recipients }) => recipients.map(({ chargedOn }) => chargedOn)),
      group.map(({ tracking }) => trackingNumber(tracking)),
      emails.map(({ run }) => run?.id ?? null),
      emails.map(({ run, campaign }) => run?.contactId ?? campaign?.contactId ?? null),
      emails.map(({ rendered }) => rendered?.sourceId ?? null),
      emails.map(({ rendered }) => rendered && JSON.stringify(rendered.data)),
      emails.map(({ campaign }) => campaign?.campaignId ?? null),
      emails.map(({ campaign }) => campaign?.dispatchId ?? null),
      emails.map(({ rendered }) => rendered?.bytes ?? null),
      emails.map(({ poll }) => (poll ? JSON.stringify(poll) : null)),
    ],
  });
  return rows[0]?.transactionId ?? '';
}

function emailColumns(group: readonly PlannedEmail[]): unknown[] {
  const emails = group.map(({ email }) => email);
  return [
    emails.map(({ id }) => id),
    emails.map(({ accountId }) => accountId),
    group.map(({ domain }) => domain.id),
    emails.map(({ source }) => source),
    group.map(({ messageId }) => messageId),
    emails.map(({ from }) => from.text),
    emails.map(({ from }) => addressKey(from.mailbox.address)),
    emails.map(({ to }) => textArrayLiteral(texts(to))),
    emails.map(({ cc }) => orNull(texts(cc))),
    emails.map(({ bcc }) => orNull(texts(bcc))),
    emails.map(({ replyTo }) => orNull(texts(replyTo))),
    emails.map(({ subject }) => subject),
    emails.map(({ previewText }) => previewText),
    emails.map(({ headers }) => (Object.keys(headers).length > 0 ? JSON.stringify(headers) : null)),
    emails.map(({ tags }) => (tags.length > 0 ? JSON.stringify(tags) : null)),
    emails.map(({ accountId, tags }) => orNull(tagKeysOf(accountId, tags))),
    emails.map(({ createdAt }) => createdAt),
    textArray(emails.map(({ html }) => html)),
    textArray(emails.map(({ text }) => text)),
  ];
}

function recipientColumns(group: readonly PlannedEmail[]): unknown[][] {
  const rows = group.flatMap(({ email, recipients }) =>
    recipients.map((recipient) => ({ email, recipient })),
  );
  return [
    rows.map(({ recipient }) => recipient.id),
    rows.map(({ email }) => email.id),
    rows.map(({ email }) => email.accountId),
    rows.map(({ recipient }) => recipient.kind),
    rows.map(({ recipient }) => recipient.position),
    rows.map(({ recipient }) => recipient.address),
    rows.map(({ recipient }) => recipient.state),
    rows.map(({ email }) => email.createdAt),
    rows.map(({ email, recipient }) => dueAt(email, recipient)),
    rows.map(({ email }) => email.lane),
  ];
}

function stateColumns(group: readonly PlannedEmail[]): unknown[][] {
  return [
    group.map(lastEvent),
    group.map(({ email }) => (email.scheduledAt ? 'pending' : 'queued')),
    group.map(({ email }) => email.scheduledAt),
  ];
}

function originColumns(emails: readonly NewEmail[]): (string | null)[][] {
  return [
    emails.map(({ topicId }) => topicId),
    emails.map(({ templateId }) => templateId),
    emails.map(({ automationId }) => automationId),
    emails.map(({ threadId = null }) => threadId),
  ];
}

function dueAt({ createdAt, scheduledAt }: NewEmail, { state }: PlannedRecipient): Date | null {
  return state === 'suppressed' ? null : (scheduledAt ?? createdAt);
}

/** Being suppressed or scheduled is an event; being queued is a state without an event. */
const EVENTS = [
  { state: 'suppressed', type: 'suppressed' },
  { state: 'pending', type: 'scheduled' },
] as const;

/** The recipients that have an event, in this order: dropped ones, then scheduled ones. */
function toldRecipients({ recipients }: PlannedEmail) {
  return EVENTS.flatMap(({ state, type }) =>
    recipients
      .filter((recipient) => recipient.state === state)
      .map(({ address, drop }) => ({ address, type, drop })),
  );
}

function eventsOf(planned: PlannedEmail, ids: Ids): EmailEvent[] {
  const { id: emailId, accountId, createdAt } = planned.email;
  return toldRecipients(planned).map(({ address, type, drop }) => ({
    id: ids.next(),
    emailId,
    accountId,
    domainId: planned.domain.id,
    campaign: planned.email.campaign,
    recipient: address,
    type,
    data: drop ? suppressedDetails('Suppressed', { ...drop, ...NO_REPLY }) : null,
    createdAt,
  }));
}

function ownPollOf({ id: emailId, accountId, poll: definition, ownsPoll, createdAt }: NewEmail): NewPoll[] {
  return definition && ownsPoll ? [{ accountId, owner: { emailId }, definition, createdAt }] : [];
}

const isAwake = ({ state, beginning }: PlannedRecipient) => state === 'queued' && beginning !== 'asleep';

const texts = (mailboxes: readonly ParsedMailbox[]) => mailboxes.map(({ text }) => text);

const orNull = (values: readonly string[]) => (values.length > 0 ? textArrayLiteral(values) : null);

const lastEvent = (planned: PlannedEmail) => toldRecipients(planned).at(-1)?.type ?? null;
