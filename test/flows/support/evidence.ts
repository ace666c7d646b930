// Collects what a crash flow has left, for its judge: what arrived, what is stored, and what the API returns.
import type { Database } from '../../../shared/platform/db/connect.ts';
import type { SinkMessage } from '../../support/smtp-sink/smtp-sink.ts';
import type { ApiClient } from './api-client.ts';
import type { Entry } from './posts.ts';

const PAGE = 100;
const READ_AT_A_TIME = 10;

/** A mail that the receiving server accepted. */
export interface Arrival {
  /** Including its angle brackets. */
  messageId: string;
  recipient: string;
}

/** An event as it is stored and returned. */
export interface ReturnedEvent {
  type: string;
  recipient: string;
}

/** An email's row, with its recipients' rows and its events. */
export interface StoredEmail {
  id: string;
  subject: string;
  messageId: string;
  status: string;
  lastEvent: string;
  createdAt: Date;
  /** In the order of the header. */
  recipients: StoredRecipient[];
  /** In the order in which they are stored. */
  events: ReturnedEvent[];
}

/** A recipient's row. */
export interface StoredRecipient {
  address: string;
  state: string;
  /** How often it was freed because the worker that held it had died. */
  workerDeaths: number;
  /** A worker holds it, or will claim it. */
  isWaiting: boolean;
}

/** An email as the API returns it. */
export interface ShownEmail {
  id: string;
  subject: string;
  message_id: string;
  status: string;
  last_event: string;
  events: ReturnedEvent[];
}

/** A counter of the quota. */
export interface UsageCounter {
  period: 'day' | 'month';
  /** `2026-11-20`; of a month its first day. */
  startsOn: string;
  used: number;
}

/** The complete evidence. */
export interface Evidence {
  book: readonly Entry[];
  arrivals: readonly Arrival[];
  stored: readonly StoredEmail[];
  /** GET /emails/:id of each stored email. */
  shown: readonly ShownEmail[];
  /** Ids and statuses in GET /emails, page by page. */
  listed: readonly { id: string; status: string }[];
  usage: readonly UsageCounter[];
  /** `totals` of GET /emails/metrics. */
  metrics: Readonly<Record<string, number>>;
}

/** Collects the evidence when no work is in progress any more. */
export async function gatherEvidence(
  book: readonly Entry[],
  from: { database: Database; client: ApiClient; messages: readonly SinkMessage[] },
): Promise<Evidence> {
  const { database, client, messages } = from;
  const stored = await findStored(database);
  const { totals } = await client.read('/emails/metrics');
  return {
    book,
    arrivals: messages.flatMap(({ header = '', to }) =>
      to.map((recipient) => ({ messageId: header, recipient })),
    ),
    stored,
    shown: await readEach(client, stored),
    listed: await readList(client),
    usage: await findUsage(database),
    metrics: totals as Record<string, number>,
  };
}

/** All stored emails, or those of some subjects. */
export async function findStored(database: Database, subjects?: readonly string[]): Promise<StoredEmail[]> {
  const { rows } = await database.query<StoredEmail>(
    `SELECT id, subject, message_id AS "messageId", status, last_event AS "lastEvent", created_at AS "createdAt",
       (SELECT coalesce(json_agg(json_build_object('address', address, 'state', state,
                 'workerDeaths', worker_deaths,
                 'isWaiting', next_attempt_at IS NOT NULL OR claimed_by IS NOT NULL OR woken_at IS NOT NULL)
               ORDER BY position), '[]')
        FROM email_recipients WHERE email_id = emails.id) AS recipients,
       (SELECT coalesce(json_agg(json_build_object('type', type, 'recipient', recipient) ORDER BY id), '[]')
        FROM email_events WHERE email_id = emails.id) AS events
     FROM emails WHERE $1::text[] IS NULL OR subject = ANY($1) ORDER BY id`,
    [subjects ?? null],
  );
  return rows;
}

async function findUsage(database: Database): Promise<UsageCounter[]> {
  const { rows } = await database.query<UsageCounter>(
    `SELECT period, starts_on::text AS "startsOn", used FROM email_usage ORDER BY period, starts_on`,
  );
  return rows;
}

async function readEach(client: ApiClient, stored: readonly StoredEmail[]): Promise<ShownEmail[]> {
  const shown: ShownEmail[] = [];
  for (let first = 0; first < stored.length; first += READ_AT_A_TIME) {
    const some = stored.slice(first, first + READ_AT_A_TIME);
    const read = await Promise.all(some.map(({ id }) => client.read(`/emails/${id}`)));
    shown.push(...(read as unknown as ShownEmail[]));
  }
  return shown;
}

async function readList(client: ApiClient): Promise<{ id: string; status: string }[]> {
  const listed: { id: string; status: string }[] = [];
  for (let hasMore = true; hasMore; ) {
    const after = listed.at(-1);
    const page = await client.read(`/emails?limit=${PAGE}${after ? `&after=${after.id}` : ''}`);
    listed.push(...(page['data'] as typeof listed));
    hasMore = page['has_more'] === true;
  }
  return listed;
}
