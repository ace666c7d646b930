// Factories of received emails, by the code that receives them: a message is stored as the SMTP server stores it, and
// recorded as a worker records what it has read. Many rows for a list are inserted by SQL.

import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { ParsedAttachment, ParsedMessage } from '../../../shared/mail/parse/parsed-message.ts';
import type { Database } from '../../../shared/platform/db/connect.ts';
import { createUploadStore, type StoredContent } from '../../../shared/platform/storage/upload-store.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { RECEIVED_CHUNKS } from '../../../shared/resources/messaging/receiving/chunks.ts';
import { createReception } from '../../../shared/resources/messaging/receiving/inbound/reception.ts';
import { recordReceived } from '../../../shared/resources/messaging/receiving/reading/record.ts';
import { SILENT_QUEUES } from '../queues/queues.ts';
import { createDomain } from './factories.ts';
import { factoryIds as ids } from './factory-ids.ts';

/** A file of a received email. */
export interface ReceivedFileFields extends Partial<Omit<ParsedAttachment, 'fileId' | 'size'>> {
  bytes?: Buffer | string;
}

/** Fields of a received email that a test may set. */
export interface ReceivedFields {
  /** What the message says. */
  contents?: Partial<Omit<ParsedMessage, 'attachments'>>;
  /** By default a new domain. */
  domainId?: string | null;
  receivedFor?: string[];
  /** The message as it arrived. */
  raw?: Buffer | string;
  files?: ReceivedFileFields[];
  receivedAt?: Date;
  /** False: no worker has read it yet. */
  isParsed?: boolean;
}

const CONTENTS: Omit<ParsedMessage, 'attachments' | 'messageId'> = {
  headers: [
    { name: 'From', value: 'Bo <bo@customer.dev>' },
    { name: 'Subject', value: 'Hello' },
  ],
  from: [{ name: 'Bo', address: 'bo@customer.dev' }],
  fromAddress: 'bo@customer.dev',
  to: ['help@acme.dev'],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: 'Hello',
  date: null,
  inReplyTo: null,
  references: [],
  html: '<p>Hello</p>',
  text: 'Hello',
  authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass', arc: 'none' },
  authenticated: true,
  charsetGuessed: false,
  parseError: null,
};

const RAW = 'From: Bo <bo@customer.dev>\r\nSubject: Hello\r\n\r\nHello\r\n';

/** Inserts a received email. @returns its id, and those of its files in `attachmentIds` */
export async function createReceived(pool: Pool, accountId: string, fields: ReceivedFields = {}) {
  const { receivedFor = ['help@acme.dev'], receivedAt = new Date(), isParsed = true } = fields;
  const domainId = fields.domainId === undefined ? (await createDomain(pool, accountId)).id : fields.domainId;
  const id = await arrive(pool, { accountId, domainId, receivedFor, receivedAt, raw: fields.raw ?? RAW });
  if (isParsed) await read(pool, { id, accountId, domainId, receivedFor, createdAt: receivedAt }, fields);
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM received_attachments WHERE received_id = $1 ORDER BY position',
    [id],
  );
  return { id, accountId, domainId, attachmentIds: rows.map((row) => row.id) };
}

interface Arriving {
  accountId: string;
  domainId: string | null;
  receivedFor: string[];
  receivedAt: Date;
  raw: Buffer | string;
}

async function arrive(
  pool: Pool,
  { accountId, domainId, receivedFor, receivedAt, raw }: Arriving,
): Promise<string> {
  const made: string[] = [];
  const noted = {
    next() {
      made.push(ids.next());
      return made.at(-1) ?? '';
    },
  };
  const reception = createReception({
    database: pool as Database,
    clock: createSystemClock(),
    ids: noted,
    queues: SILENT_QUEUES,
    mailHostname: 'mail.acme.dev',
    passCrashPoint: () => {},
  });
  await reception.store({
    client: { address: '192.0.2.1', helo: 'mx.customer.dev', mailFrom: 'bo@customer.dev' },
    // Without its domain, which need not receive in every test.
    recipients: receivedFor.map((address) => ({ address, accountId, domainId: null })),
    report: null,
    content: Buffer.from(raw),
    digest: null,
    receivedAt,
  });
  const { rows } = await pool.query<{ id: string }>(
    'UPDATE received_emails SET domain_id = $2 WHERE id = ANY($1) RETURNING id',
    [made, domainId],
  );
  return rows[0]?.id ?? '';
}

type Arrived = Pick<Arriving, 'accountId' | 'domainId' | 'receivedFor'> & { id: string; createdAt: Date };

async function read(pool: Pool, arrived: Arrived, fields: ReceivedFields): Promise<void> {
  const token = randomUUID();
  await pool.query(
    'UPDATE received_emails SET claimed_by = $2, claim_token = $2, woken_at = NULL WHERE id = $1',
    [arrived.id, token],
  );
  const contents = { ...CONTENTS, messageId: `<${arrived.id}@customer.dev>`, ...fields.contents };
  const attachments = await Promise.all((fields.files ?? []).map((file) => store(pool, file)));
  await recordReceived(
    { database: pool as Database, ids, queues: SILENT_QUEUES, contactListeners: [] },
    [
      {
        ...arrived,
        token,
        mailFrom: 'ana@customer.dev',
        size: Buffer.byteLength(fields.raw ?? RAW),
        message: { ...contents, attachments },
      },
    ],
    new Date(),
  );
}

async function store(
  pool: Pool,
  { bytes = 'content', ...fields }: ReceivedFileFields,
): Promise<ParsedAttachment> {
  const writer = createUploadStore({ database: pool as Database, ids, table: RECEIVED_CHUNKS }).create();
  await writer.write(Buffer.from(bytes));
  const { id: fileId, size }: StoredContent = await writer.end();
  const plain = { filename: 'a.txt', contentType: 'text/plain', contentId: null, disposition: 'attachment' };
  const others = { charsetGuessed: false, description: null };
  return { ...plain, ...others, ...fields, fileId, size };
}

/** Fields of a report that a test may set. */
export interface ReportFields {
  /** By default that of no recipient. */
  recipientId?: string;
  /** The report as it arrived. */
  raw?: Buffer | string;
  purpose?: 'report' | 'feedback';
  /** Null: no worker has read it yet. */
  effect?: string | null;
  receivedAt?: Date;
}

/** Inserts a report of which nothing has followed. @returns its id */
export async function createReport(pool: Pool, accountId: string, fields: ReportFields = {}) {
  const { recipientId = ids.next(), raw = RAW, purpose = 'report', effect = 'applied' } = fields;
  const { receivedAt = new Date() } = fields;
  const receivedFor = [`b-${recipientId}@send.acme.dev`];
  const id = await arrive(pool, { accountId, domainId: null, receivedFor, receivedAt, raw });
  await pool.query(
    `UPDATE received_emails SET purpose = $2, recipient_id = $3, report_effect = $4::text,
            woken_at = CASE WHEN $4::text IS NULL THEN woken_at END,
            next_attempt_at = CASE WHEN $4::text IS NULL THEN next_attempt_at END WHERE id = $1`,
    [id, purpose, recipientId, effect],
  );
  return { id };
}

/** Fields of many received emails; SQL over `n`, their number from 1 on. */
export interface ManyReceivedFields {
  subject?: string;
  receivedFor?: string;
  senderKey?: string;
  /** When it came in. */
  at?: string;
  /** The first `n`. */
  first?: number;
}

/** Inserts many received emails of an account, without bytes; the last one is the newest. */
export async function createManyReceived(
  pool: Pool,
  accountId: string,
  count: number,
  fields: ManyReceivedFields = {},
): Promise<void> {
  const {
    subject = "'Hello ' || n",
    receivedFor = "'help@acme.dev'",
    senderKey = "'bo@customer.dev'",
    at = "now() - interval '1 hour' + n * interval '1 ms'",
    first = 1,
  } = fields;
  await pool.query(
    `INSERT INTO received_emails (id, account_id, client_address, helo, mail_from, received_for, size, created_at, parsed_at,
                                  message_id, thread_id, from_address, sender_key, to_addresses, cc_addresses,
                                  bcc_addresses, reply_to_addresses, subject, authentication, received_keys)
     SELECT id, $1, '192.0.2.1', 'mx.customer.dev', 'bo@customer.dev', ARRAY[${receivedFor}], 1000, now(), now(),
            '<' || id || '@customer.dev>', id, 'Bo <' || ${senderKey} || '>', ${senderKey}, ARRAY[${receivedFor}], '{}',
            '{}', '{}', ${subject}, '{"spf": "pass", "dkim": "pass", "dmarc": "pass", "arc": "none"}',
            ARRAY[${receivedFor}]
     FROM (SELECT n, uuid_v7(${at}) AS id FROM generate_series($3::integer, $3::integer + $2::integer - 1) AS n) AS made`,
    [accountId, count, first],
  );
}
