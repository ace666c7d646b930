// Factories for tests of webhooks: an account with its key, webhooks, and rows of messages and attempts in the form in
// which the worker stores them.
import type { Pool } from 'pg';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { recordAttempts } from '../../../shared/resources/foundation/webhooks/delivery/record-attempts.ts';
import { type Caller, createCaller } from '../../support/api/account.ts';
import type { TestApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createWebhook, type WebhookFields } from '../../support/factories/factories.ts';
import { startWebhookReceiver } from '../../support/net/webhooks-receiver.ts';

export const ids = createIds(createSystemClock());

/** An account with an API key that creates webhooks. */
export interface Owner extends Caller {
  /** A valid body of POST /webhooks, with some fields changed; undefined removes a field. */
  body(changes?: Record<string, unknown>): Record<string, unknown>;
  /** POST /webhooks with such a body. */
  create(changes?: Record<string, unknown>): ReturnType<ReturnType<TestApp['as']>['post']>;
}

/** Creates an account with a full-access key. */
export async function createOwner(app: TestApp): Promise<Owner> {
  const caller = await createCaller(app);
  const body = (changes: Record<string, unknown> = {}) => ({
    endpoint_url: 'https://acme.dev/hooks',
    events: ['email.delivered', 'email.bounced'],
    ...changes,
  });
  return { ...caller, body, create: (changes) => caller.api.post('/webhooks').send(body(changes)) };
}

/** An account with a webhook. `path` is `/webhooks/:id`. */
export async function createHookOwner(app: TestApp, fields?: WebhookFields) {
  const owner = await createOwner(app);
  const hook = await createWebhook(app.pool, owner.accountId, fields);
  return { ...owner, hook, path: `/webhooks/${hook.id}` };
}

/** For each test an account with a webhook that was made through the API, and the receiver of its requests. */
export function useReceivedHook(app: TestApp) {
  const hook = useEach(async () => {
    const owner = await createOwner(app);
    const receiver = await startWebhookReceiver();
    const { id, signing_secret: secret } = (await owner.create({ endpoint_url: receiver.url })).body;
    return { ...owner, receiver, id, secret, path: `/webhooks/${id}` };
  });
  afterEach(() => hook.receiver.close());
  return hook;
}

/** For the paging of a list below a webhook: one whose path is known before any hook, and one of another account. */
export function useListedHook(app: TestApp) {
  const id = ids.next();
  const hook = { id, accountId: '' };
  const other = { id: '', accountId: '' };
  const listed = { path: `/webhooks/${id}`, token: '', hook, other };
  before(async () => {
    const owner = await createHookOwner(app);
    const stranger = await createHookOwner(app);
    await app.pool.query('UPDATE webhooks SET id = $2 WHERE id = $1', [owner.hook.id, id]);
    hook.accountId = owner.accountId;
    Object.assign(listed, { token: owner.token, other: stranger.hook });
  });
  return listed;
}

/** Fields of a message that a test may set. */
export interface MessageFields {
  id?: string;
  type?: string;
  state?: 'pending' | 'attempting' | 'success' | 'failed';
  attempts?: number;
  nextAttemptAt?: Date | null;
  createdAt?: Date;
  payload?: object;
}

/** Inserts a message of a webhook. */
export async function createMessage(
  pool: Pool,
  { id: webhookId, accountId }: { id: string; accountId: string },
  fields: MessageFields = {},
) {
  const { type = 'email.delivered', state = 'success', attempts = 1, createdAt = new Date() } = fields;
  const { nextAttemptAt = state === 'pending' ? createdAt : null, payload } = fields;
  const id = fields.id ?? (fields.createdAt ? createIds({ now: () => createdAt }).next() : ids.next());
  const isClaimed = state === 'attempting';
  await pool.query(
    `INSERT INTO webhook_messages (id, account_id, webhook_id, type, payload, state, attempts, next_attempt_at,
                                   claimed_by, claim_token, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`,
    [
      id,
      accountId,
      webhookId,
      type,
      JSON.stringify(payload ?? { id, type, created_at: createdAt.toISOString(), data: {} }),
      state,
      attempts,
      nextAttemptAt,
      isClaimed ? ids.next() : null,
      createdAt,
    ],
  );
  return { id };
}

/** Fields of an attempt that a test may set. */
export interface AttemptFields {
  statusCode?: number | null;
  error?: string | null;
  body?: string | null;
  at?: Date;
}

/** Records an attempt to deliver a message as a worker does whose claim has ended. */
export async function createAttempt(
  pool: Pool,
  { id: webhookId, accountId }: { id: string; accountId: string },
  messageId: string,
  fields: AttemptFields = {},
) {
  const { statusCode = 200, error = null, body: responseBody = 'fine', at = new Date() } = fields;
  const attemptId = ids.next();
  await recordAttempts(pool, [
    {
      attemptId,
      messageId,
      token: ids.next(),
      accountId,
      webhookId,
      at,
      nextAttemptAt: null,
      isDelivered: statusCode === 200,
      statusCode,
      error,
      durationMs: 12,
      responseBody,
      responseHeaders: statusCode ? { server: 'acme' } : null,
    },
  ]);
  return { id: attemptId };
}

/** The columns of a message's row that concern its delivery. */
export async function readMessage(pool: Pool, id: string) {
  const { rows } = await pool.query(
    'SELECT state, attempts, next_attempt_at, claimed_by, woken_at FROM webhook_messages WHERE id = $1',
    [id],
  );
  return rows[0];
}
