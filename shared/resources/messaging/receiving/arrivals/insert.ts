// Inserts messages that came in, each for every account that receives it: the row of work, and the bytes, which stay as
// they are. Statements of a group are few, whatever it holds.

import { textArrayLiteral } from '../../../../platform/db/array-literal.ts';
import { byteArray } from '../../../../platform/db/text-array.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { CHUNK_BYTES, type StoredContent } from '../../../../platform/storage/upload-store.ts';
import { claimUploads } from '../../../../platform/storage/uploads.ts';
import type { Beginning } from '../../../../platform/work/turns/turns.ts';
import type { Arrival, ArrivalRecipient } from './arrival.ts';

/** A message of one account: a received email before it is parsed. */
export interface ArrivedEmail {
  id: string;
  accountId: string;
  /** Those of the account: at least one. */
  recipients: readonly Pick<ArrivalRecipient, 'address' | 'domainId'>[];
  /** The id of its bytes. */
  rawId: string;
  beginning: Beginning;
}

/** A message and what is stored of it. */
export interface PlannedArrival {
  arrival: Arrival;
  emails: readonly ArrivedEmail[];
}

const INSERT = `
  WITH arrived AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[],
                         $9::timestamptz[], $10::uuid[], $11::boolean[], $15::uuid[], $16::text[])
      AS arrived (id, account_id, domain_id, client_address, helo, mail_from, received_for, size, created_at, raw_id, is_awake,
                  recipient_id, purpose)
  ), contents AS (
    INSERT INTO received_contents (id, account_id, raw_id) SELECT id, account_id, raw_id FROM arrived
  ), chunks AS (
    INSERT INTO received_chunks (id, number, bytes) SELECT * FROM unnest($12::uuid[], $13::integer[], $14::bytea[])
  ), emails AS (
    INSERT INTO received_emails (id, account_id, domain_id, client_address, helo, mail_from, received_for, size,
                                 created_at, next_attempt_at, woken_at, purpose, recipient_id)
    SELECT id, account_id, domain_id, client_address, helo, mail_from, received_for::text[], size, created_at,
           created_at, CASE WHEN is_awake THEN clock_timestamp() END,
           purpose, recipient_id
    FROM arrived
  )
  SELECT pg_current_xact_id()::text AS "transactionId"`;

/** Inserts messages. @returns the id of the transaction, which shows how it ended if the answer to COMMIT is lost */
export async function insertArrivals(
  transaction: Transaction,
  planned: readonly PlannedArrival[],
): Promise<string> {
  const rows = planned.flatMap(({ arrival, emails }) => emails.map((email) => ({ arrival, email })));
  const chunks = planned.flatMap(chunksOf);
  const [inserted] = await Promise.all([
    transaction.query<{ transactionId: string }>({
      name: 'insert-received-emails',
      text: INSERT,
      values: [
        rows.map(({ email }) => email.id),
        rows.map(({ email }) => email.accountId),
        rows.map(({ email }) => email.recipients[0]?.domainId),
        rows.map(({ arrival }) => arrival.client.address),
        rows.map(({ arrival }) => arrival.client.helo),
        rows.map(({ arrival }) => arrival.client.mailFrom),
        rows.map(({ email }) => textArrayLiteral(email.recipients.map(({ address }) => address))),
        rows.map(({ arrival }) => messageBytes(arrival)),
        rows.map(({ arrival }) => arrival.receivedAt),
        rows.map(({ email }) => email.rawId),
        rows.map(({ email }) => email.beginning !== 'asleep'),
        chunks.map(({ id }) => id),
        chunks.map(({ number }) => number),
        byteArray(chunks.map(({ bytes }) => bytes)),
        rows.map(({ arrival: { report } }) => (report?.purpose === 'report' ? report.recipientId : null)),
        rows.map(({ arrival: { report } }) => report?.purpose ?? null),
      ],
    }),
    takeUploadsOver(transaction, planned),
  ]);
  return inserted.rows[0]?.transactionId ?? '';
}

/** The bytes of a message. */
export function messageBytes({ content }: Arrival): number {
  return Buffer.isBuffer(content) ? content.length : content.size;
}

function chunksOf({ arrival: { content }, emails }: PlannedArrival) {
  if (!Buffer.isBuffer(content)) return [];
  const count = Math.max(Math.ceil(content.length / CHUNK_BYTES), 1);
  return emails.flatMap(({ rawId: id }) =>
    Array.from({ length: count }, (_, number) => ({
      ...{ id, number },
      bytes: content.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES),
    })),
  );
}

/**
 * The first account takes the upload over; each further one gets a copy, so that one may delete its own. Of an account that is
 * left out the upload stays, until retention removes it.
 */
async function takeUploadsOver(transaction: Transaction, planned: readonly PlannedArrival[]): Promise<void> {
  const uploads = planned.flatMap(({ arrival: { content }, emails }) =>
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
