// Records what was read of claimed messages, in one transaction under their fencing tokens: the message with its parts,
// its conversation, the unit that it costs, counts, webhook messages, and runs of automations. So each is announced once,
// however often it was parsed.
import { addressKey } from '../../../../mail/addresses.ts';
import { textArrayLiteral } from '../../../../platform/db/array-literal.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { ContactListener } from '../../../audience/happenings/contact-listener.ts';
import { countReceived } from '../../../foundation/accounts/quota/received-usage.ts';
import { fanOutEvents } from '../../../foundation/webhooks/fan-out.ts';
import { countReceivedEmails } from '../../emails/metrics/count-received.ts';
import { countAddresses } from '../addresses/count.ts';
import { buildReceivedEventData } from '../event-data.ts';
import { fromText, type ReadEmail } from '../received-email.ts';
import { findThreads, isIndexed } from './find-threads.ts';
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
      const threads = await findThreads(client, emails);
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
        ...{ accountId: email.accountId, type: 'email.received' as const },
        ...{ data: buildReceivedEventData(email), createdAt: email.createdAt },
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

/** Rows are locked in the order of their ids; a finished one is in no index of work any more. */
const UPDATE = `
  WITH held AS (
    SELECT id FROM received_emails
    WHERE id = ANY($1::uuid[]) AND claim_token = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE received_emails AS email
  SET parsed_at = $15, parse_error = read.parse_error, message_id = read.message_id, in_reply_to = read.in_reply_to,
      thread_id = read.thread_id, from_address = read.from_address, sender_key = read.sender_key,
      to_addresses = read.to_addresses::text[], cc_addresses = read.cc_addresses::text[],
      bcc_addresses = read.bcc_addresses::text[], reply_to_addresses = read.reply_to_addresses::text[],
      subject = read.subject, authentication = read.authentication, received_keys = read.received_keys::text[],
      next_attempt_at = NULL, claimed_by = NULL, claim_token = NULL, woken_at = NULL
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::text[],
              $10::text[], $11::text[], $12::text[], $13::text[], $14::jsonb[], $16::text[])
    AS read (id, token, parse_error, message_id, in_reply_to, thread_id, from_address, sender_key, to_addresses,
             cc_addresses, bcc_addresses, reply_to_addresses, subject, authentication, received_keys)
  WHERE email.id = read.id AND email.claim_token = read.token AND email.id = ANY(ARRAY(SELECT id FROM held))
  RETURNING email.id`;

async function update(
  client: Transaction,
  emails: readonly ReadEmail[],
  threads: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const messages = emails.map((email) => email.message);
  const { rows } = await client.query<{ id: string }>({
    name: 'record-received-emails',
    text: UPDATE,
    values: [
      emails.map(({ id }) => id),
      emails.map(({ token }) => token),
      messages.map(({ parseError }) => parseError),
      messages.map(({ messageId }) => indexed(messageId)),
      messages.map(({ inReplyTo }) => indexed(inReplyTo)),
      threads,
      messages.map(({ from }) => fromText(from)),
      messages.map(({ fromAddress }) => fromAddress && addressKey(fromAddress)),
      messages.map(({ to }) => textArrayLiteral(to)),
      messages.map(({ cc }) => textArrayLiteral(cc)),
      messages.map(({ bcc }) => textArrayLiteral(bcc)),
      messages.map(({ replyTo }) => textArrayLiteral(replyTo)),
      messages.map(({ subject }) => subject),
      messages.map(({ authentication }) => JSON.stringify(authentication)),
      now,
      emails.map(({ receivedFor }) => textArrayLiteral(receivedFor.map(addressKey))),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

const indexed = (messageId: string | null) => (messageId !== null && isIndexed(messageId) ? messageId : null);
