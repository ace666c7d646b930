// Records claimed messages that were read, in one transaction under their fencing tokens: the message with its parts,
// its conversation, the unit that it costs, counts, webhook messages, and runs of automations. So each is announced once,
// however often it was parsed.
import { addressKey } from '../../../../mail/addresses.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { column, type SentColumns, sentRows } from '../../../../platform/db/parameters/sent-rows.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { ContactListener } from '../../../audience/contact-events/contact-listener.ts';
import { countReceived } from '../../../foundation/accounts/quota/received-usage.ts';
import { fanOutEvents } from '../../../foundation/webhooks/fan-out.ts';
import { countReceivedEmails } from '../../emails/metrics/count-received.ts';
import { countAddresses } from '../addresses/count.ts';
import { findConversations, isIndexed } from '../conversations/find-conversations.ts';
import { buildReceivedEventData } from '../event-data.ts';
import { fromText, type ReadEmail } from '../received-email.ts';
import { insertReceivedAttachments, storeContents } from './insert-parts.ts';
import { startRunsOfSenders } from './start-runs.ts';

/** Dependencies of recording. */
export interface RecordReceivedDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
  contactListeners: readonly ContactListener[];
  /** Called when COMMIT has been sent and its answer has not arrived yet. */
  onCommitSent?(): void;
}

/**
 * Records messages. Safe to repeat: a message whose token is stale, or that is recorded, does not change.
 * @returns the ids of those that were recorded by this call
 */
export async function recordReceived(
  { database, ids, queues, contactListeners, onCommitSent }: RecordReceivedDeps,
  emails: readonly ReadEmail[],
  now: Date,
): Promise<Set<string>> {
  return await transaction(
    database,
    async (client) => {
      const threads = await findConversations(client, emails);
      const recorded = await update(client, emails, threads, now);
      const own = emails.filter(({ id }) => recorded.has(id));
      if (own.length === 0) return recorded;
      const [attachments] = await Promise.all([
        insertReceivedAttachments(client, own, ids),
        storeContents(client, own),
        countAddresses(client, own),
        countReceivedEmails(client, own),
      ]);
      const announced = own.map((email) => ({ ...email, attachments: attachments.get(email.id) ?? [] }));
      const events = announced.map((email) => ({
        accountId: email.accountId,
        type: 'email.received' as const,
        data: buildReceivedEventData(email),
        createdAt: email.createdAt,
      }));
      await fanOutEvents(client, events, queues);
      await startRunsOfSenders(client, announced, contactListeners, now);
      // The quota counters are locked last (docs/architecture/guarantees.md#lock-order).
      await countReceived(client, own);
      return recorded;
    },
    { ...(onCommitSent && { onCommitSent }) },
  );
}

/** A message and its conversation. */
interface Threaded {
  email: ReadEmail;
  threadId: string | undefined;
}

const KEYS = {
  id: column<Threaded>('uuid', ({ email }) => email.id),
  token: column<Threaded>('uuid', ({ email }) => email.token),
};

const READ: SentColumns<Threaded> = {
  ...KEYS,
  parse_error: column('text', ({ email: { message } }) => message.parseError),
  charset_guessed: column('boolean', ({ email: { message } }) => message.charsetGuessed),
  message_id: column('text', ({ email: { message } }) => indexed(message.messageId)),
  in_reply_to: column('text', ({ email: { message } }) => indexed(message.inReplyTo)),
  thread_id: column('uuid', ({ threadId }) => threadId),
  from_address: column('text', ({ email: { message } }) => fromText(message.from)),
  sender_key: column(
    'text',
    ({ email: { message } }) => message.fromAddress && addressKey(message.fromAddress),
  ),
  to_addresses: column('texts', ({ email: { message } }) => message.to),
  cc_addresses: column('texts', ({ email: { message } }) => message.cc),
  bcc_addresses: column('texts', ({ email: { message } }) => message.bcc),
  reply_to_addresses: column('texts', ({ email: { message } }) => message.replyTo),
  subject: column('text', ({ email: { message } }) => message.subject),
  authentication: column('jsonb', ({ email: { message } }) => message.authentication),
  received_keys: column('texts', ({ email }) => email.receivedFor.map(addressKey)),
};

const SENT = sentRows([READ]);
const IDS = SENT.parameter(KEYS.id);
const TOKENS = SENT.parameter(KEYS.token);

/** Rows are locked in the order of their ids; a finished one is in no index of work any more. */
const UPDATE = `
  WITH held AS (
    SELECT id FROM received_emails
    WHERE id = ANY(${IDS}::uuid[]) AND claim_token = ANY(${TOKENS}::uuid[]) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE received_emails AS email
  SET parsed_at = $${SENT.next}, parse_error = read.parse_error, charset_guessed = read.charset_guessed,
      message_id = read.message_id, in_reply_to = read.in_reply_to,
      thread_id = read.thread_id, from_address = read.from_address, sender_key = read.sender_key,
      to_addresses = read.to_addresses, cc_addresses = read.cc_addresses, bcc_addresses = read.bcc_addresses,
      reply_to_addresses = read.reply_to_addresses, subject = read.subject, authentication = read.authentication,
      received_keys = read.received_keys, next_attempt_at = NULL, claimed_by = NULL, claim_token = NULL, woken_at = NULL
  FROM (${SENT.select(READ)}) AS read
  WHERE email.id = read.id AND email.claim_token = read.token AND email.id = ANY(ARRAY(SELECT id FROM held))
  RETURNING email.id`;

async function update(
  client: Transaction,
  emails: readonly ReadEmail[],
  threads: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const read = emails.map((email, index) => ({ email, threadId: threads[index] }));
  const { rows } = await client.query<{ id: string }>({
    name: 'record-received-emails',
    text: UPDATE,
    values: [...SENT.values(read), now],
  });
  return new Set(rows.map(({ id }) => id));
}

function indexed(messageId: string | null): string | null {
  return messageId !== null && isIndexed(messageId) ? messageId : null;
}
