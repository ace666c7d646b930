// Test data for the scenarios of contacts: one audience with properties, a static segment of half of its contacts and a
// small one, unsubscribes, topics with choices, engagement, and a campaign to most of them.
import type { Database } from '../../shared/platform/db/connect.ts';
import { type Transaction, transaction } from '../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { queryWithoutTimeout } from '../servers/open-database.ts';

/** The stored rows, by their ids. */
export interface StoredContacts {
  accountId: string;
  audienceId: string;
  count: number;
  /** A segment of half of the contacts, and one of a hundred. */
  segments: { half: string; small: string };
  topics: {
    /** A topic that reaches everybody who has not opted out; a tenth has. */
    news: string;
    /** A topic that reaches only contacts who have opted in: one in a thousand. */
    beta: string;
  };
  /**
   * A campaign that was sent to nine tenths of the contacts; half of these have opened it, one in twenty has followed a
   * link.
   */
  campaign: string;
  /** Ids of contacts that are spread over the older half of the audience. */
  cursors: string[];
}

const DIGITS = 8;
const CURSORS = 50;
const SMALL_SEGMENT = 100;
const IDS = createIds(createSystemClock());

/** Addresses of contacts that were created one after the other are far apart in the index, like those of people. */
export function addressOf(number: number): string {
  return `${[...String(number).padStart(DIGITS, '0')].reverse().join('')}@customer.dev`;
}

/** Fills the default audience of a database with one account. Contacts have the numbers from 1 to `count`. */
export async function storeContacts(database: Database, count: number): Promise<StoredContacts> {
  const stored = await transaction(database, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0');
    return await store(client, count);
  });
  // This leaves the table as autovacuum would.
  await queryWithoutTimeout(database, 'VACUUM (ANALYZE)');
  await queryWithoutTimeout(database, 'CHECKPOINT');
  return stored;
}

async function store(client: Transaction, count: number): Promise<StoredContacts> {
  const { rows } = await client.query<Pick<StoredContacts, 'accountId' | 'audienceId'>>(
    'SELECT account_id AS "accountId", id AS "audienceId" FROM audiences WHERE is_default',
  );
  const [owner] = rows;
  if (!owner || rows.length > 1) throw new Error('The database must have one account.');
  const { accountId, audienceId } = owner;
  await client.query(INSERT_PROPERTIES, [accountId, Array.from({ length: 3 }, () => IDS.next())]);
  await client.query(CREATE_NUMBERED, [count, DIGITS]);
  await client.query(INSERT_CONTACTS, [accountId, audienceId]);
  const addSegment = async (every: number) => {
    const id = IDS.next();
    await client.query(INSERT_SEGMENT, [id, accountId, audienceId]);
    await client.query(INSERT_MEMBERS, [id, every]);
    return id;
  };
  const addTopic = async (byDefault: string, chosen: string, every: number) => {
    const id = IDS.next();
    await client.query(INSERT_TOPIC, [id, accountId, byDefault]);
    await client.query(INSERT_CHOICES, [id, accountId, chosen, every]);
    return id;
  };
  const segments = { half: await addSegment(2), small: await addSegment(count / SMALL_SEGMENT) };
  await client.query(INSERT_UNSUBSCRIBES, [accountId]);
  const topics = {
    news: await addTopic('opt_in', 'opt_out', 10),
    beta: await addTopic('opt_out', 'opt_in', 1_000),
  };
  const campaign = IDS.next();
  await client.query(INSERT_CAMPAIGN, [campaign, accountId, audienceId, IDS.next()]);
  await client.query(INSERT_RECIPIENTS, [campaign]);
  await client.query(INSERT_ENGAGEMENT, [accountId]);
  const found = await client.query<{ id: string }>(FIND_CURSORS, [
    Math.floor(count / 2 / CURSORS),
    count / 2,
  ]);
  const cursors = found.rows.map(({ id }) => id);
  return { accountId, audienceId, count, segments, topics, campaign, cursors };
}

const INSERT_PROPERTIES = `
  WITH counter AS (INSERT INTO contact_property_counters (account_id, last_number) VALUES ($1, 3))
  INSERT INTO contact_properties (id, account_id, number, key, type, created_at)
  SELECT ($2::uuid[])[number], $1, number, key, type, now()
  FROM (VALUES (1, 'city', 'string'), (2, 'visits', 'number'), (3, 'member_since', 'date')) AS given (number, key, type)`;

/** A contact a minute until now, so that the order of the numbers is that of the ids. */
const CREATE_NUMBERED = `
  CREATE TEMPORARY TABLE numbered ON COMMIT DROP AS
  SELECT number, created_at, uuid_v7(created_at) AS id, reverse(lpad(number::text, $2, '0')) || '@customer.dev' AS address
  FROM generate_series(1, $1::integer) AS number
  CROSS JOIN LATERAL (SELECT now() - ($1::integer - number) * interval '1 minute' AS created_at) AS time`;

const INSERT_CONTACTS = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, first_name, last_name, properties, created_at,
                        updated_at)
  SELECT id, $1, $2, address, address, 'First' || number % 5000, 'Last' || number % 20000,
         jsonb_build_object('1', 'City ' || number % 500, '2', number % 100, '3', '2026-01-31'), created_at, created_at
  FROM numbered ORDER BY number`;

const INSERT_SEGMENT = `
  INSERT INTO segments (id, account_id, audience_id, name, created_at) VALUES ($1, $2, $3, 'Segment', now())`;

const INSERT_MEMBERS = `
  INSERT INTO segment_contacts (segment_id, contact_id)
  SELECT $1, id FROM numbered WHERE number % $2 = 0 ORDER BY number`;

/** One in twenty, of members of the segments and of others. */
const INSERT_UNSUBSCRIBES = `
  INSERT INTO unsubscribes (account_id, email_key, chosen_by, chosen_at)
  SELECT $1, address, 'person', now() FROM numbered WHERE (number / 2) % 20 = 7`;

const INSERT_TOPIC = `
  INSERT INTO topics (id, account_id, name, default_subscription, visibility, created_at, updated_at)
  VALUES ($1, $2, 'Topic', $3, 'public', now(), now())`;

const INSERT_CHOICES = `
  INSERT INTO topic_choices (account_id, email_key, topic_id, subscription, chosen_by, chosen_at)
  SELECT $2, address, $1, $3, 'person', now() FROM numbered WHERE number % $4 = 3`;

const INSERT_CAMPAIGN = `
  INSERT INTO campaigns (id, account_id, name, status, audience_id, content_id, dispatch_id, taken_at, created_at, updated_at)
  VALUES ($1, $2, 'Campaign', 'sent', $3, $1, $4, now(), now(), now())`;

const INSERT_RECIPIENTS = `
  INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, state, due_at, opened_at, clicked_at)
  SELECT dispatch_id, numbered.id, account_id, hashtext(numbered.id::text), 'delivered', now(),
         CASE WHEN number % 2 = 0 THEN now() END, CASE WHEN number % 20 = 2 THEN now() END
  FROM numbered, campaigns WHERE campaigns.id = $1 AND number % 10 > 0`;

/** Most got something in the last month; half have opened something in the last 300 days, one in twenty has clicked. */
const INSERT_ENGAGEMENT = `
  INSERT INTO contact_engagement (account_id, email_key, received_on, opened_on, clicked_on, measured_on)
  SELECT $1, address, current_date - number / 7 % 35, CASE WHEN number % 2 = 0 THEN current_date - number / 2 % 300 END,
         CASE WHEN number % 20 = 2 THEN current_date - number / 20 % 300 END, current_date - 365
  FROM numbered WHERE number % 10 > 0`;

const FIND_CURSORS = 'SELECT id FROM numbered WHERE number % $1 = 0 AND number <= $2 ORDER BY number';
