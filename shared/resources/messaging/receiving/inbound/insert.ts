// Inserts received messages, each for every account that receives it: the row of work, and the bytes, which stay
// unchanged. Statements of a group are few, whatever it holds.

import { column, type SentColumns, sentRows } from '../../../../platform/db/parameters/sent-rows.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { CHUNK_BYTES, type StoredContent } from '../../../../platform/storage/upload-store.ts';
import { claimUploads } from '../../../../platform/storage/uploads.ts';
import type { InitialTurn } from '../../../../platform/work/turns/turns.ts';
import type { InboundMessage, InboundRecipient } from './inbound-message.ts';

/** A message of one account: a received email before it is parsed. */
export interface InboundEmail {
  id: string;
  accountId: string;
  /** The recipients of the account: at least one. */
  recipients: readonly Pick<InboundRecipient, 'address' | 'domainId'>[];
  /** The id of its bytes. */
  rawId: string;
  initialTurn: InitialTurn;
}

/** A message and its stored values. */
export interface PlannedInbound {
  message: InboundMessage;
  emails: readonly InboundEmail[];
}

interface ArrivedRow {
  message: InboundMessage;
  email: InboundEmail;
}

const KEYS: SentColumns<ArrivedRow> = {
  id: column('uuid', ({ email }) => email.id),
  account_id: column('uuid', ({ email }) => email.accountId),
};

const CONTENTS: SentColumns<ArrivedRow> = { ...KEYS, raw_id: column('uuid', ({ email }) => email.rawId) };

const RECEIVED_AT = column<ArrivedRow>('time', ({ message }) => message.receivedAt);

const EMAILS: SentColumns<ArrivedRow> = {
  ...KEYS,
  domain_id: column('uuid', ({ email }) => email.recipients[0]?.domainId),
  client_address: column('text', ({ message }) => message.client.address),
  helo: column('text', ({ message }) => message.client.helo),
  mail_from: column('text', ({ message }) => message.client.mailFrom),
  received_for: column('texts', ({ email }) => email.recipients.map(({ address }) => address)),
  size: column('integer', ({ message }) => messageBytes(message)),
  created_at: RECEIVED_AT,
  next_attempt_at: RECEIVED_AT,
  woken_at: column(
    'boolean',
    ({ email }) => email.initialTurn !== 'waiting',
    (isAwake) => `CASE WHEN ${isAwake} THEN clock_timestamp() END`,
  ),
  purpose: column('text', ({ message: { report } }) => report?.purpose),
  recipient_id: column('uuid', ({ message: { report } }) =>
    report?.purpose === 'report' ? report.recipientId : null,
  ),
};

const CHUNKS: SentColumns<{ id: string; number: number; bytes: Buffer }> = {
  id: column('uuid', ({ id }) => id),
  number: column('integer', ({ number }) => number),
  bytes: column('bytes', ({ bytes }) => bytes),
};

const SENT_EMAILS = sentRows([EMAILS, CONTENTS]);
const SENT_CHUNKS = sentRows([CHUNKS], SENT_EMAILS.next);

const INSERT = `
  WITH contents AS (${SENT_EMAILS.insertInto('received_contents', CONTENTS)}),
       chunks AS (${SENT_CHUNKS.insertInto('received_chunks', CHUNKS)}),
       emails AS (${SENT_EMAILS.insertInto('received_emails', EMAILS)})
  SELECT pg_current_xact_id()::text AS "transactionId"`;

/** Inserts messages. @returns the id of the transaction, which shows how it ended if the answer to COMMIT is lost */
export async function insertInbound(
  transaction: Transaction,
  planned: readonly PlannedInbound[],
): Promise<string> {
  const rows = planned.flatMap(({ message, emails }) => emails.map((email) => ({ message, email })));
  const chunks = planned.flatMap(chunksOf);
  const [inserted] = await Promise.all([
    transaction.query<{ transactionId: string }>({
      name: 'insert-received-emails',
      text: INSERT,
      values: [...SENT_EMAILS.values(rows), ...SENT_CHUNKS.values(chunks)],
    }),
    takeUploadsOver(transaction, planned),
  ]);
  return inserted.rows[0]?.transactionId ?? '';
}

/** The bytes of a message. */
export function messageBytes({ content }: InboundMessage): number {
  return Buffer.isBuffer(content) ? content.length : content.size;
}

function chunksOf({ message: { content }, emails }: PlannedInbound) {
  if (!Buffer.isBuffer(content)) return [];
  const count = Math.max(Math.ceil(content.length / CHUNK_BYTES), 1);
  return emails.flatMap(({ rawId: id }) =>
    Array.from({ length: count }, (_, number) => ({
      id,
      number,
      bytes: content.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES),
    })),
  );
}

/**
 * The first account takes the upload over; each further one gets a copy, so that one may delete its own. Of an account that is
 * left out the upload stays, until retention removes it.
 */
async function takeUploadsOver(transaction: Transaction, planned: readonly PlannedInbound[]): Promise<void> {
  const uploads = planned.flatMap(({ message: { content }, emails }) =>
    Buffer.isBuffer(content) ? [] : [{ content, emails }],
  );
  if (uploads.length === 0) return;
  const copies = uploads.flatMap(({ content, emails }) =>
    emails.filter(({ rawId }) => rawId !== content.id).map(({ rawId }) => copyOf(content, rawId)),
  );
  const taken = uploads.filter(({ content, emails }) => emails.some(({ rawId }) => rawId === content.id));
  const claimed = claimUploads(
    transaction,
    taken.map(({ content }) => content.id),
  );
  await Promise.all([claimed, ...copies.map((copy) => transaction.query(copy))]);
}

function copyOf({ id }: StoredContent, copyId: string) {
  return {
    name: 'copy-received-message',
    text: `INSERT INTO received_chunks (id, number, bytes) SELECT $2, number, bytes FROM received_chunks WHERE id = $1`,
    values: [id, copyId],
  };
}
