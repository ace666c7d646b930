// Inserts a group of accepted emails in the caller's transaction: contents, emails and recipients in one statement, rows of
// their parts, events and webhook messages in further ones
// (docs/architecture/accepting.md#the-accept-transaction).
// Recipients that can be sent to immediately are inserted as woken, up to the share of their account; the wake-up follows
// the commit, and if it is lost, the sweeper finds them. Recipients of scheduled emails are pending until their email is due.

import { addressKey } from '../../../../mail/addresses.ts';
import { column, type SentColumns, sentRows } from '../../../../platform/db/parameters/sent-rows.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { NewEmail, ParsedMailbox } from '../email.ts';
import { appendEvents } from '../events/append.ts';
import { NO_REPLY } from '../events/cause.ts';
import type { EmailEvent } from '../events/event.ts';
import { suppressedDetails } from '../events/event-data.ts';
import { MAIL_PARTS } from '../parts/list.ts';
import type { PlannedEmail, PlannedRecipient } from './plan.ts';
import { sizeOfEmail } from './size.ts';

/** The columns of an email that both tables have. */
const ID = column<PlannedEmail>('uuid', ({ email }) => email.id);
const SHARED = {
  id: ID,
  account_id: column<PlannedEmail>('uuid', ({ email }) => email.accountId),
  created_at: column<PlannedEmail>('time', ({ email }) => email.createdAt),
};

const CONTENTS: SentColumns<PlannedEmail> = {
  ...SHARED,
  html: column('longText', ({ email }) => email.html),
  text: column('longText', ({ email }) => email.text),
  ...columnsOfParts('contents'),
};

const EMAILS: SentColumns<PlannedEmail> = {
  ...SHARED,
  content_id: ID,
  domain_id: column('uuid', ({ domain }) => domain.id),
  source: column('text', ({ email }) => email.source),
  message_id: column('text', ({ messageId }) => messageId),
  from_address: column('text', ({ email }) => email.from.text),
  from_key: column('text', ({ email }) => addressKey(email.from.mailbox.address)),
  to_addresses: column('texts', ({ email }) => texts(email.to)),
  cc_addresses: column('texts', ({ email }) => orNull(texts(email.cc))),
  bcc_addresses: column('texts', ({ email }) => orNull(texts(email.bcc))),
  reply_to_addresses: column('texts', ({ email }) => orNull(texts(email.replyTo))),
  subject: column('text', ({ email }) => email.subject),
  preview_text: column('text', ({ email }) => email.previewText),
  headers: column('jsonb', ({ email: { headers } }) => (Object.keys(headers).length > 0 ? headers : null)),
  last_event: column('text', lastEvent),
  status: column('text', ({ email }) => (email.scheduledAt ? 'pending' : 'queued')),
  scheduled_at: column('time', ({ email }) => email.scheduledAt),
  ...columnsOfParts('emails'),
};

/** A recipient with its email. */
interface NewRecipient {
  email: NewEmail;
  recipient: PlannedRecipient;
}

const RECIPIENTS: SentColumns<NewRecipient> = {
  id: column('uuid', ({ recipient }) => recipient.id),
  email_id: column('uuid', ({ email }) => email.id),
  account_id: column('uuid', ({ email }) => email.accountId),
  kind: column('text', ({ recipient }) => recipient.kind),
  position: column('smallint', ({ recipient }) => recipient.position),
  address: column('text', ({ recipient }) => recipient.address),
  state: column('text', ({ recipient }) => recipient.state),
  lane: column('text', ({ email }) => email.lane),
  updated_at: column('time', ({ email }) => email.createdAt),
  next_attempt_at: column('time', ({ email, recipient }) => dueAt(email, recipient)),
  woken_at: column(
    'boolean',
    ({ recipient: { state, initialTurn } }) => state === 'queued' && initialTurn !== 'waiting',
    (isAwake) => `CASE WHEN ${isAwake} THEN clock_timestamp() END`,
  ),
  charged_on: column('date', ({ recipient }) => recipient.chargedOn),
};

const SENT_EMAILS = sentRows([EMAILS, CONTENTS]);
const SENT_RECIPIENTS = sentRows([RECIPIENTS], SENT_EMAILS.next);

const INSERT = `
  WITH contents AS (${SENT_EMAILS.insertInto('email_contents', CONTENTS)}),
       recipients AS (${SENT_RECIPIENTS.insertInto('email_recipients', RECIPIENTS)})
  ${SENT_EMAILS.insertInto('emails', EMAILS)}
  RETURNING pg_current_xact_id()::text AS "transactionId"`;

const INSERTING = MAIL_PARTS.flatMap(({ isIn, insert }) => (insert ? [{ isIn, insert }] : []));

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
    ...INSERTING.map(({ isIn, insert }) => {
      const having = emails.filter(isIn);
      return having.length > 0 ? insert(transaction, having, ids) : undefined;
    }),
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
      last = [];
      bytes = 0;
    }
    last.push(planned);
    bytes += size;
  }
  return { first, last };
}

/** Inserts emails with their contents and recipients. @returns the transaction's id */
export async function insertRows(transaction: Transaction, group: readonly PlannedEmail[]): Promise<string> {
  const recipients = group.flatMap(({ email, recipients: planned }) =>
    planned.map((recipient) => ({ email, recipient })),
  );
  const { rows } = await transaction.query<{ transactionId: string }>({
    name: 'accept-insert',
    text: INSERT,
    values: [...SENT_EMAILS.values(group), ...SENT_RECIPIENTS.values(recipients)],
  });
  return rows[0]?.transactionId ?? '';
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
function recipientsWithEvents({ recipients }: PlannedEmail) {
  return EVENTS.flatMap(({ state, type }) =>
    recipients
      .filter((recipient) => recipient.state === state)
      .map(({ address, drop }) => ({ address, type, drop })),
  );
}

function eventsOf(planned: PlannedEmail, ids: Ids): EmailEvent[] {
  const { id: emailId, accountId, createdAt } = planned.email;
  return recipientsWithEvents(planned).map(({ address, type, drop }) => ({
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

function columnsOfParts(table: 'emails' | 'contents'): SentColumns<PlannedEmail> {
  return Object.assign({}, ...MAIL_PARTS.map(({ columns }) => columns?.[table]));
}

function texts(mailboxes: readonly ParsedMailbox[]): string[] {
  return mailboxes.map(({ text }) => text);
}

function orNull<Value>(values: readonly Value[]): readonly Value[] | null {
  return values.length > 0 ? values : null;
}

function lastEvent(planned: PlannedEmail): string | null {
  return recipientsWithEvents(planned).at(-1)?.type ?? null;
}
