// States of the service and of accounts in which it answers an error that no request alone provokes. Each ends with what
// the page of the error (docs/errors/) shows.
import supertest from 'supertest';
import { createApp } from '../../../api/app.ts';
import type { ErrorName } from '../../../shared/contract/errors.ts';
import { connectDatabase } from '../../../shared/platform/db/connect.ts';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { AI_CREDITS } from '../../../shared/resources/flows/ai/credits.ts';
import { STARTED_RUNS } from '../../../shared/resources/flows/automations/intake/run-quota.ts';
import {
  clearProviderSwitch,
  tripProviderSwitch,
} from '../../../shared/resources/foundation/providers/switch.ts';
import { pauseSending, resumeSending } from '../../../shared/resources/foundation/sending/pause.ts';
import { createContactOwner } from '../../api/contacts/owner.ts';
import { createSender, type Sender } from '../../api/emails/sender.ts';
import { createEventOwner } from '../../api/events/owner.ts';
import { createCaller } from '../../support/api/account.ts';
import type { TestApp } from '../../support/api/app.ts';
import { whileRowsAreLocked } from '../../support/database/while-locked.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { makeGood, makePaused } from '../../support/factories/reputation-factories.ts';
import { eventually } from '../../support/time/eventually.ts';

/** What an answer has. */
type Answer = Pick<supertest.Response, 'body'>;
/** Makes the state, asks, and ends the state. */
type Provoke = (app: TestApp, sender: Sender) => Promise<Answer> | PromiseLike<Answer>;

const FREE = { planId: 'free' } as const;

/** Name → how it is provoked. The sender has no limits, and the domain acme.dev. */
export const STATES: Readonly<Partial<Record<ErrorName, Provoke>>> = {
  async restricted_api_key(app) {
    const { api } = await createCaller(app, { key: { permission: 'sending_access' } });
    return await api.get('/domains');
  },

  async view_only_member(app) {
    const session = await signIn(app.pool, { role: 'viewer', now: app.clock.now() });
    const { token, csrfToken } = session;
    // The address of the service begins with https.
    const cookie = `__Host-posthorn_session=${token}`;
    const headers = { cookie, 'x-csrf-token': csrfToken, 'sec-fetch-site': 'same-origin' };
    return await app.as().post('/contacts').set(headers).send({ email: 'bo@customer.dev' });
  },

  async plan_limit_reached(app) {
    const { api } = await createSender(app, FREE);
    return await api.post('/domains').send({ name: 'second.dev' });
  },

  async domain_conflict(app, { api }) {
    const other = await createAccount(app.pool);
    await createDomain(app.pool, other.id, { name: 'shop.acme.dev' });
    return await api.post('/domains').send({ name: 'shop.acme.dev' });
  },

  async reputation_paused({ pool }, { domain, send }) {
    await makePaused(pool, 'domains', domain.id);
    const answer = await send();
    await makeGood(pool, 'domains', domain.id);
    return answer;
  },

  async daily_quota_exceeded(app) {
    const { accountId, send } = await createSender(app, FREE);
    await useEmails(app, accountId, 'day', 98);
    return await send({ to: addresses(3) });
  },

  async monthly_quota_exceeded(app) {
    const { accountId, send } = await createSender(app, FREE);
    await useEmails(app, accountId, 'month', 2_990);
    return await send({ to: addresses(11) });
  },

  async contact_limit_reached(app) {
    const { accountId, add } = await createContactOwner(app, FREE);
    const { id } = await createContact(app.pool, { accountId });
    await app.pool.query(
      `INSERT INTO contacts (id, account_id, audience_id, email, email_key, properties, created_at, updated_at)
       SELECT uuid_v7(now()), account_id, audience_id, n || email, n || email, '{}', created_at, created_at
       FROM contacts, generate_series(2, 1000) AS n WHERE id = $1`,
      [id],
    );
    return await add('bo@customer.dev');
  },

  async automation_quota_exceeded(app) {
    const owner = await createEventOwner(app, FREE);
    await owner.automate('paid');
    await transaction(app.pool, async (client) => {
      await STARTED_RUNS.lock(client, [owner.accountId], app.clock.now());
      await STARTED_RUNS.charge(client, new Map([[owner.accountId, 1_000]]), app.clock.now());
    });
    return await owner.send('paid');
  },

  async ai_credits_exceeded(app) {
    const { accountId, api } = await createCaller(app, FREE);
    await transaction(app.pool, async (client) => {
      await AI_CREDITS.lock(client, [accountId], app.clock.now());
      await AI_CREDITS.charge(client, new Map([[accountId, 100]]), app.clock.now());
    });
    return await api.post('/segments/suggest').send({ text: 'Everybody' });
  },

  async rate_limit_exceeded(app, { token }) {
    // These requests come from another client than all others.
    const ask = () => app.as(token).post('/emails').set('X-Forwarded-For', '10.9.8.7').send({});
    for (let asked = 0; asked < 60; asked += 1) await ask().expect(422);
    return await ask();
  },

  async sending_service_unavailable({ pool }, { send }) {
    await pauseSending(pool, 'an inquiry');
    const answer = await send();
    await resumeSending(pool);
    return answer;
  },

  async sending_configuration_unavailable({ pool }, { send }) {
    await tripProviderSwitch(pool, '535 login refused');
    const answer = await send();
    await clearProviderSwitch(pool);
    return answer;
  },

  batch_incomplete: ({ pool }, { batch, body }) =>
    whileRowsAreLocked(pool, 'LOCK TABLE emails', [], async () =>
      batch([body()], { 'Idempotency-Key': 'late' }),
    ),

  concurrent_idempotent_requests: ({ pool }, { count, send }) =>
    whileRowsAreLocked(pool, 'LOCK TABLE emails', [], async (release) => {
      const before = await count('idempotency_keys');
      const first = send()
        .set('Idempotency-Key', 'twice')
        .then((answer) => answer);
      await eventually('the key is reserved', async () => (await count('idempotency_keys')) > before);
      const second = await send().set('Idempotency-Key', 'twice');
      await release();
      await first;
      return second;
    }),

  async contacts_busy(app) {
    const { accountId, add } = await createContactOwner(app, FREE);
    await add('bo@customer.dev').expect(201);
    const lock = 'SELECT FROM contact_counters WHERE account_id = $1 FOR UPDATE';
    return await whileRowsAreLocked(app.pool, lock, [accountId], async () => add('cy@customer.dev'));
  },

  async contacts_timeout(app) {
    const { api, add } = await createContactOwner(app);
    const { id } = (await add('bo@customer.dev')).body;
    const update = () => api.patch(`/contacts/${id}`).send({ unsubscribed: true });
    return await whileRowsAreLocked(app.pool, 'SELECT FROM contacts WHERE id = $1 FOR UPDATE', [id], update);
  },

  async application_error(app, { token }) {
    const database = connectDatabase({
      connectionString: 'postgres://postgres@127.0.0.1:1/postgres',
      poolSize: 1,
      applicationName: 'stopped',
      log: app.deps.log,
    });
    const api = supertest(createApp({ ...app.deps, database }));
    const answer = await api.get('/domains').set({ authorization: `Bearer ${token}`, 'user-agent': 'acme' });
    await database.end();
    return answer;
  },
};

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `bo${number}@customer.dev`);
}

/** Counts emails as sent in the present day or month. */
async function useEmails(
  { pool, clock }: TestApp,
  accountId: string,
  period: 'day' | 'month',
  units: number,
) {
  await pool.query(
    `INSERT INTO email_usage VALUES ($1, $2, date_trunc($2, $3::timestamptz AT TIME ZONE 'UTC'), $4)`,
    [accountId, period, clock.now(), units],
  );
}
