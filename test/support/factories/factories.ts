// Factories: insert rows with sensible defaults, so that a test names only the values that matter to it.
import type { Pool } from 'pg';
import { createSecrets } from '../../../shared/platform/security/secrets.ts';
import { createApiKeyToken, hashToken, shownPrefix } from '../../../shared/platform/security/tokens.ts';
import type { SuppressionOrigin } from '../../../shared/resources/audience/suppressions/suppression.ts';
import type { ApiKeyPermission } from '../../../shared/resources/foundation/api-keys/authenticate.ts';
import { newSecret } from '../../../shared/resources/foundation/webhooks/signature.ts';
import { signingSecretOwner } from '../../../shared/resources/foundation/webhooks/signing-secret-owner.ts';
import type { DomainStatus } from '../../../shared/resources/messaging/domains/domain.ts';
import { dkimKeyOwner } from '../../../shared/resources/messaging/domains/keys/create-dkim-key.ts';
import type { DkimKeyState } from '../../../shared/resources/messaging/domains/keys/dkim-key.ts';
import type {
  EmailSource,
  EmailStatus,
  RecipientKind,
  Tag,
} from '../../../shared/resources/messaging/emails/email.ts';
import { tagKeysOf } from '../../../shared/resources/messaging/emails/parts/tags.ts';
import { readTestDkimKey, TEST_SECRET_KEYS } from './dkim-key.ts';
import { factoryIds as ids } from './factory-ids.ts';

const secrets = createSecrets(TEST_SECRET_KEYS);
const dkimKey = readTestDkimKey();

/** Fields of an account that a test may set. */
export interface AccountFields {
  name?: string;
  planId?: 'free' | 'pro' | 'scale' | 'unlimited';
  productionAccess?: boolean;
}

/** Inserts an account with its default audience. */
export async function createAccount(pool: Pool, fields: AccountFields = {}): Promise<{ id: string }> {
  const { name = 'Factory account', planId = 'unlimited', productionAccess = true } = fields;
  const id = ids.next();
  await pool.query(
    `WITH account AS (
       INSERT INTO accounts (id, name, plan_id, production_access) VALUES ($1, $2, $3, $4) RETURNING id
     )
     INSERT INTO audiences (id, account_id, name, is_default, created_at) SELECT $5, id, 'Default', true, now() FROM account`,
    [id, name, planId, productionAccess, ids.next()],
  );
  return { id };
}

/** Fields of an API key that a test may set. */
export interface ApiKeyFields {
  /** By default a new account. */
  accountId?: string;
  name?: string;
  permission?: ApiKeyPermission;
  domainId?: string | null;
  lastUsedAt?: Date | null;
  expiresAt?: Date | null;
  revokedAt?: Date | null;
  /** Allowed client addresses; null: all. */
  allowedAddresses?: string[] | null;
}

/** Inserts an API key; its token is only known here. */
export async function createApiKey(pool: Pool, fields: ApiKeyFields = {}) {
  const accountId = fields.accountId ?? (await createAccount(pool)).id;
  const { name = 'Factory key', permission = 'full_access', domainId = null } = fields;
  const { lastUsedAt = null, expiresAt = null, revokedAt = null, allowedAddresses = null } = fields;
  const id = ids.next();
  const token = createApiKeyToken();
  const identity = [id, accountId, name, shownPrefix(token), hashToken(token)];
  await pool.query(
    `INSERT INTO api_keys
       (id, account_id, name, prefix, key_hash, permission, domain_id, last_used_at, expires_at, revoked_at,
        allowed_addresses)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [...identity, permission, domainId, lastUsedAt, expiresAt, revokedAt, allowedAddresses],
  );
  return { id, accountId, token };
}

/** Fields of a domain that a test may set. */
export interface DomainFields {
  name?: string;
  status?: DomainStatus;
  isDefault?: boolean;
  sendingEnabled?: boolean;
  receivingEnabled?: boolean;
  trackingSubdomain?: string | null;
  openTracking?: boolean;
  clickTracking?: boolean;
  /** By default no operator vouches for it. */
  isVouched?: boolean;
  /** When the account proved by a claim that the name is its own; by default it has not. */
  claimedAt?: Date | null;
  /** The state of its DKIM key; by default it signs. */
  keyState?: DkimKeyState;
}

/**
 * Inserts a domain of an account, with a DKIM key and a row of checks that is not due. The first one uses the default
 * audience, each other one an audience of its own.
 */
export async function createDomain(pool: Pool, accountId: string, fields: DomainFields = {}) {
  const id = ids.next();
  const { name = `d${id.replaceAll('-', '')}.test`, status = 'verified', isDefault = false } = fields;
  const { sendingEnabled = true, receivingEnabled = false, trackingSubdomain = null } = fields;
  const { openTracking = false, clickTracking = false } = fields;
  const { isVouched = false, claimedAt = null, keyState = 'active' } = fields;
  await pool.query(
    `WITH own AS (
       INSERT INTO audiences (id, account_id, name, created_at)
       SELECT $11, $2, $3, now() WHERE EXISTS (SELECT FROM domains WHERE account_id = $2) RETURNING id
     ), checked AS (
       INSERT INTO domain_checks (id, account_id) VALUES ($1, $2)
     )
     INSERT INTO domains
       (id, account_id, name, status, is_default, sending_enabled, receiving_enabled, tracking_subdomain, is_vouched,
        claimed_at, open_tracking, click_tracking, audience_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, coalesce(
       (SELECT id FROM own), (SELECT id FROM audiences WHERE account_id = $2 AND is_default)))`,
    [
      id,
      accountId,
      name,
      status,
      isDefault,
      sendingEnabled,
      receivingEnabled,
      trackingSubdomain,
      isVouched,
      claimedAt,
      ids.next(),
      openTracking,
      clickTracking,
    ],
  );
  await insertDkimKey(pool, id, keyState);
  return { id, accountId, name };
}

async function insertDkimKey(pool: Pool, domainId: string, state: DkimKeyState): Promise<void> {
  const id = ids.next();
  await pool.query(
    `INSERT INTO dkim_keys (id, domain_id, selector, public_key, private_key, state)
     VALUES ($1, $2, 'ph1', $3, $4, $5)`,
    [id, domainId, dkimKey.publicKeyBase64, secrets.encrypt(dkimKey.privateKeyPem, dkimKeyOwner(id)), state],
  );
}

/** Fields of an entry of the suppression list that a test may set. */
export interface SuppressionFields {
  origin?: SuppressionOrigin;
  emailId?: string | null;
  smtpReply?: string | null;
  reportId?: string | null;
  createdAt?: Date;
}

/** Adds an address to an account's suppression list. */
export async function createSuppression(
  pool: Pool,
  accountId: string,
  address: string,
  fields: SuppressionFields = {},
): Promise<{ id: string }> {
  const { origin = 'manual', emailId = null, smtpReply = null, reportId = null } = fields;
  const { createdAt = new Date() } = fields;
  const id = ids.next();
  await pool.query(
    `INSERT INTO suppressions (id, account_id, address, reason, email_id, smtp_reply, report_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, accountId, address, origin, emailId, smtpReply, reportId, createdAt],
  );
  return { id };
}

/** Fields of a webhook that a test may set. */
export interface WebhookFields {
  endpointUrl?: string;
  events?: string[];
  status?: 'enabled' | 'disabled';
}

/** Inserts a webhook of an account, with its own signing secret. */
export async function createWebhook(pool: Pool, accountId: string, fields: WebhookFields = {}) {
  const id = ids.next();
  const { endpointUrl = 'http://127.0.0.1/hook', events = ['*'], status = 'enabled' } = fields;
  const secret = newSecret();
  await pool.query(
    `INSERT INTO webhooks (id, account_id, endpoint_url, events, status, signing_secret, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, now(), now())`,
    [id, accountId, endpointUrl, events, status, secrets.encrypt(secret, signingSecretOwner(id))],
  );
  return { id, accountId, secret };
}

/** Fields of a webhook message that a test may set. */
export interface WebhookMessageFields {
  type?: string;
  /** The exact bytes; by default JSON that contains the message's id. */
  payload?: string;
  /** When it was created, and is due. */
  at?: Date;
}

/** Inserts `count` messages of a webhook that wait for delivery, in order. @returns their ids */
export async function createWebhookMessages(
  pool: Pool,
  webhook: { id: string; accountId: string },
  count: number,
  fields: WebhookMessageFields = {},
): Promise<string[]> {
  const { type = 'email.delivered', payload, at = new Date() } = fields;
  const made = Array.from({ length: count }, () => ids.next());
  await pool.query(
    `INSERT INTO webhook_messages (id, account_id, webhook_id, type, payload, state, next_attempt_at, created_at)
     SELECT id, $2, $3, $4::text, coalesce($5, json_build_object('id', id, 'type', $4::text)::text), 'pending', $6, $6
     FROM unnest($1::uuid[]) AS message (id)`,
    [made, webhook.accountId, webhook.id, type, payload ?? null, at],
  );
  return made;
}

/** Fields of a recipient that a test may set. */
export interface RecipientFields {
  address?: string;
  kind?: RecipientKind;
  state?: EmailStatus;
}

/** Fields of an email that a test may set. */
export interface EmailFields {
  /** By default a new domain. */
  domainId?: string;
  status?: EmailStatus;
  source?: EmailSource;
  from?: string;
  subject?: string;
  tags?: Tag[];
  recipients?: RecipientFields[];
}

/** A recipient that the factory inserted. */
export interface MadeRecipient {
  id: string;
  address: string;
}

/** Inserts an accepted email; its recipients are woken, unless their state means that they are done. */
export async function createEmail(pool: Pool, accountId: string, fields: EmailFields = {}) {
  const id = ids.next();
  const domainId = fields.domainId ?? (await createDomain(pool, accountId)).id;
  const { status = 'queued', source = 'api', from = 'ana@acme.dev', subject = 'Hello', tags = [] } = fields;
  const recipients = fields.recipients ?? [{}];
  const made: MadeRecipient[] = recipients.map(({ address = 'bo@customer.dev' }) => ({
    id: ids.next(),
    address,
  }));
  await pool.query(
    `INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key,
                         to_addresses, subject, tags, tag_keys, created_at)
     VALUES ($1, $2, $3, $1, $4, $5, $6, $7, $7, $8, $9, $10, $11, now())`,
    [
      id,
      accountId,
      domainId,
      source,
      status,
      `<${id}@acme.dev>`,
      from,
      made.map(({ address }) => address),
      subject,
      tags.length > 0 ? JSON.stringify(tags) : null,
      tags.length > 0 ? tagKeysOf(accountId, tags) : null,
    ],
  );
  await pool.query(
    `INSERT INTO email_contents (id, account_id, html, text, created_at) VALUES ($1, $2, '<p>Hello</p>', 'Hello', now())`,
    [id, accountId],
  );
  for (const [position, { kind = 'to', state = status }] of recipients.entries()) {
    await pool.query(
      `INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane,
                                     next_attempt_at, woken_at, updated_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, 'transactional', due, due, now()
       FROM (SELECT CASE WHEN $7 IN ('queued', 'delivery_delayed') THEN now() END) AS row (due)`,
      [made[position]?.id, id, accountId, kind, position, made[position]?.address, state],
    );
  }
  return { id, accountId, domainId, recipients: made };
}
