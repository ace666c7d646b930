// Factories of audiences, their contacts and what belongs to them: they insert rows with sensible defaults, so that a
// test names only the values that matter to it.
import type { Pool } from 'pg';
import type {
  ContactPropertyType,
  ContactPropertyValue,
} from '../../../shared/resources/audience/contact-properties/contact-property.ts';
import type { TopicSubscription, TopicVisibility } from '../../../shared/resources/audience/topics/topic.ts';
import { factoryIds as ids } from './factory-ids.ts';

/** Inserts an audience that is not the default one. */
export async function createAudience(pool: Pool, accountId: string, name = 'Factory audience') {
  const id = ids.next();
  await pool.query('INSERT INTO audiences (id, account_id, name, created_at) VALUES ($1, $2, $3, now())', [
    id,
    accountId,
    name,
  ]);
  return { id, accountId, name };
}

/** The default audience of an account, which createAccount has made. @returns its id */
export async function defaultAudienceOf(pool: Pool, accountId: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM audiences WHERE account_id = $1 AND is_default',
    [accountId],
  );
  if (!rows[0]) throw new Error('The account has no default audience.');
  return rows[0].id;
}

/** Fields of a segment that a test may set. */
export interface SegmentFields {
  /** By default the default audience. */
  audienceId?: string;
  name?: string;
}

/** Inserts a segment without members. */
export async function createSegment(pool: Pool, accountId: string, fields: SegmentFields = {}) {
  const { name = 'Factory segment', audienceId = await defaultAudienceOf(pool, accountId) } = fields;
  const id = ids.next();
  await pool.query(
    'INSERT INTO segments (id, account_id, audience_id, name, created_at) VALUES ($1, $2, $3, $4, now())',
    [id, accountId, audienceId, name],
  );
  return { id, accountId, audienceId, name };
}

/** Fields of a topic that a test may set. */
export interface TopicFields {
  name?: string;
  description?: string | null;
  defaultSubscription?: TopicSubscription;
  visibility?: TopicVisibility;
}

/** Inserts a topic. */
export async function createTopic(pool: Pool, accountId: string, fields: TopicFields = {}) {
  const { name = 'Factory topic', description = null } = fields;
  const { defaultSubscription = 'opt_in', visibility = 'public' } = fields;
  const id = ids.next();
  await pool.query(
    `INSERT INTO topics (id, account_id, name, description, default_subscription, visibility, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, now(), now())`,
    [id, accountId, name, description, defaultSubscription, visibility],
  );
  return { id, accountId, name };
}

/** Fields of a contact property that a test may set. */
export interface ContactPropertyFields {
  /** By default a key that no other property has. */
  key?: string;
  type?: ContactPropertyType;
  fallbackValue?: ContactPropertyValue | null;
}

/** Inserts a contact property, with the next number of its account. */
export async function createContactProperty(
  pool: Pool,
  accountId: string,
  fields: ContactPropertyFields = {},
) {
  const id = ids.next();
  const { key = `key_${id.replaceAll('-', '')}`, type = 'string', fallbackValue = null } = fields;
  const { rows } = await pool.query<{ number: number }>(
    `INSERT INTO contact_property_counters AS counter (account_id, last_number) VALUES ($1, 1)
     ON CONFLICT (account_id) DO UPDATE SET last_number = counter.last_number + 1
     RETURNING last_number AS number`,
    [accountId],
  );
  const number = rows[0]?.number ?? 0;
  await pool.query(
    `INSERT INTO contact_properties (id, account_id, number, key, type, fallback_value, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, now())`,
    [id, accountId, number, key, type, fallbackValue === null ? null : JSON.stringify(fallbackValue)],
  );
  return { id, accountId, number, key };
}

/** Fields of a contact that a test may set. */
export interface ContactFields {
  accountId: string;
  /** By default the default audience. */
  audienceId?: string;
  /** By default an address that no other contact has. */
  email?: string;
  firstName?: string | null;
  lastName?: string | null;
  /** Number of the property → its value. */
  properties?: Readonly<Record<number, ContactPropertyValue>>;
  /** Ids of the segments that it is a member of. */
  segmentIds?: readonly string[];
  createdAt?: Date;
}

/** Inserts a contact. The contact counter of its account is not changed. */
export async function createContact(pool: Pool, fields: ContactFields) {
  const id = ids.next();
  const { accountId, firstName = null, lastName = null, properties = {}, createdAt = new Date() } = fields;
  const { email = `c${id.replaceAll('-', '')}@customer.dev`, segmentIds = [] } = fields;
  const audienceId = fields.audienceId ?? (await defaultAudienceOf(pool, accountId));
  await pool.query(
    `INSERT INTO contacts (id, account_id, audience_id, email, email_key, first_name, last_name, properties,
                           created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      id,
      accountId,
      audienceId,
      email,
      email.toLowerCase(),
      firstName,
      lastName,
      JSON.stringify(properties),
      createdAt,
    ],
  );
  await pool.query('INSERT INTO segment_contacts (segment_id, contact_id) SELECT unnest($1::uuid[]), $2', [
    segmentIds,
    id,
  ]);
  return { id, accountId, audienceId, email };
}

/** Creates an import that is queued, with a file of one contact. */
export async function createContactImport(pool: Pool, accountId: string) {
  const id = ids.next();
  const contentId = ids.next();
  const audienceId = await defaultAudienceOf(pool, accountId);
  const file = Buffer.from('email\nbo@x.dev\n');
  await pool.query('INSERT INTO attachment_chunks (id, number, bytes) VALUES ($1, 0, $2)', [contentId, file]);
  await pool.query(
    `INSERT INTO contact_imports (id, account_id, audience_id, status, on_conflict, encoding, segment_ids, topics,
                                  content_id, size, next_attempt_at, created_at)
     VALUES ($1, $2, $3, 'queued', 'skip', 'utf-8', '{}', '[]', $4, $5, now(), now())`,
    [id, accountId, audienceId, contentId, file.length],
  );
  return { id, audienceId, contentId };
}
