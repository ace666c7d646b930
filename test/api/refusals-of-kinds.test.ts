// What the operations of a kind refuse alike (docs/reference/errors.md#the-error-object): the tests of each resource prove
// it of one operation, this one of the others. Without it the description would promise what no test has seen.
import { expect } from 'chai';
import { ERROR_STATUS, type ErrorName } from '../../shared/contract/errors.ts';
import { transaction } from '../../shared/platform/db/transaction.ts';
import { ContactLanes } from '../../shared/resources/audience/contact-writes/lanes.ts';
import { AI_CREDITS } from '../../shared/resources/flows/ai/credits.ts';
import {
  clearProviderSwitch,
  tripProviderSwitch,
} from '../../shared/resources/foundation/providers/switch.ts';
import { pauseSending, resumeSending } from '../../shared/resources/foundation/sending/pause.ts';
import type { Caller } from '../support/api/account.ts';
import { useApp } from '../support/api/app.ts';
import { whileRowsAreLocked } from '../support/database/while-locked.ts';
import { createCampaign } from '../support/factories/campaign-factories.ts';
import { createContact } from '../support/factories/contact-factories.ts';
import { createDomain } from '../support/factories/factories.ts';
import { signIn } from '../support/factories/people-factories.ts';
import { createReceived } from '../support/factories/received-factories.ts';
import { makePaused, makeRecovering } from '../support/factories/reputation-factories.ts';
import { createTemplate } from '../support/factories/template-factories.ts';
import { useModelServer } from '../support/net/model-server.ts';
import { eventually } from '../support/time/eventually.ts';
import { createContactOwner } from './contacts/owner.ts';
import { createSender, type SenderFields } from './emails/sender.ts';

type Ask = () => ReturnType<Caller['api']['post']>;

const FREE = { planId: 'free' } as const;

describe('Refuses for the same reasons by every operation of a kind: those that send, that take an Idempotency-Key, that write contacts, that ask a model, and that take a password.', () => {
  const model = useModelServer();
  const app = useApp({
    // An account has places for all requests that wait for each other here.
    config: () => ({ ai: model.settings, databasePoolSize: 40 }),
    // Sooner than in production, so that the test need not wait as long.
    deps: { contactLanes: new ContactLanes({ waitMs: 700, workMs: 1_500 }) },
  });

  /** Each is refused, whatever else could be wrong. */
  const expectRefused = async (name: ErrorName, asks: Readonly<Record<string, Ask>>) => {
    const answers = await Promise.all(Object.values(asks).map(async (ask) => ask()));
    const answered = answers.map(({ status, body }) => [status, body.name]);
    const rows = Object.keys(asks).map((what, index) => [what, ...(answered[index] ?? [])]);
    const words = answers.map(({ body }) => body.message).join('\n');
    expect(rows, words).to.deep.equal(Object.keys(asks).map((what) => [what, ERROR_STATUS[name], name]));
  };

  /** An account and what it sends otherwise than by POST /emails, each to two addresses. */
  const createSending = async (fields: SenderFields = {}) => {
    const sender = await createSender(app, {
      ...fields,
      domain: { receivingEnabled: true, isDefault: true },
    });
    const { accountId, api, domain } = sender;
    const from = `ana@${domain.name}`;
    const received = await createReceived(app.pool, accountId, { domainId: domain.id, receivedFor: [from] });
    const template = await createTemplate(app.pool, accountId, { from });
    const campaign = await createCampaign(app.pool, accountId, { status: 'draft', from });
    const to = ['bo@customer.dev', 'cy@customer.dev'];
    const answers = {
      forward: () => api.post(`/emails/receiving/${received.id}/forward`).send({ to }),
      reply: () => api.post(`/emails/receiving/${received.id}/reply`).send({ cc: to, text: 'Hello' }),
    };
    const tests = {
      template: () => api.post(`/templates/${template.id}/test`).send({ to }),
      campaign: () => api.post(`/campaigns/${campaign.id}/test`).send({ to }),
    };
    return { ...sender, answers, asks: { ...answers, ...tests } };
  };

  describe('those that send', () => {
    const used = (accountId: string, period: 'day' | 'month', units: number) =>
      app.pool.query(
        // The received email is counted already.
        `INSERT INTO email_usage VALUES ($1, $2, date_trunc($2, $3::timestamptz AT TIME ZONE 'UTC'), $4)
         ON CONFLICT ON CONSTRAINT email_usage_pkey DO UPDATE SET used = excluded.used`,
        [accountId, period, app.clock.now(), units],
      );

    it('from a domain that is paused, or has reached its capacity', async () => {
      const { domain, asks } = await createSending();
      await makePaused(app.pool, 'domains', domain.id);
      await expectRefused('reputation_paused', asks);
      await makeRecovering(app.pool, 'domains', domain.id, { capacity: 1, at: app.clock.now() });
      await expectRefused('reputation_limit_exceeded', asks);
    });

    it('beyond a quota', async () => {
      const daily = await createSending(FREE);
      await used(daily.accountId, 'day', 100);
      await expectRefused('daily_quota_exceeded', daily.asks);
      const monthly = await createSending(FREE);
      await used(monthly.accountId, 'month', 3_000);
      await expectRefused('monthly_quota_exceeded', monthly.asks);
    });

    it('while all sending is stopped', async () => {
      const { asks } = await createSending();
      await pauseSending(app.pool, 'an inquiry');
      await expectRefused('sending_service_unavailable', asks);
      await resumeSending(app.pool);
      await tripProviderSwitch(app.pool, '535 login refused');
      await expectRefused('sending_configuration_unavailable', asks);
      await clearProviderSwitch(app.pool);
    });

    it('with a sender that a template renders, and that is no address', async () => {
      const { accountId, api } = await createSending();
      const from = '{{{NAME}}}';
      const { id } = await createTemplate(app.pool, accountId, { from });
      const values = { variables: { NAME: 'no address' } };
      await expectRefused('invalid_from_address', {
        preview: () => api.post(`/templates/${id}/preview`).send(values),
        test: () => api.post(`/templates/${id}/test`).send({ to: ['bo@customer.dev'], ...values }),
      });
    });

    it('a campaign, as it is created, beyond what the month leaves to campaigns', async () => {
      const { accountId, domain, api } = await createSending(FREE);
      // A campaign goes to those who were contacts before.
      const createdAt = new Date(app.clock.now().getTime() - 1_000);
      const { audienceId } = await createContact(app.pool, { accountId, createdAt });
      await used(accountId, 'month', 2_999);
      const campaign = { audience_id: audienceId, from: `ana@${domain.name}`, subject: 'Hello' };
      const html = '<a href="{{{UNSUBSCRIBE_URL}}}">Unsubscribe</a>';
      await expectRefused('monthly_quota_exceeded', {
        create: () => api.post('/campaigns').send({ ...campaign, html, send: true }),
      });
    });
  });

  describe('those that take an Idempotency-Key', () => {
    const createKeyed = async () => {
      const { accountId, answers, domain, api, count } = await createSending();
      const { id } = await createContact(app.pool, { accountId });
      const event = () => api.post('/events/send').send({ event: 'paid', contact_id: id });
      const email = { from: `ana@${domain.name}`, to: 'bo@customer.dev', subject: 'Hello', text: 'Hello' };
      const batch = () => api.post('/emails/batch').send([email]);
      return { asks: { ...answers, event, batch }, count };
    };

    it('with a key that is none', async () => {
      const { asks } = await createKeyed();
      const keyless = Object.entries(asks).map(([what, ask]) => [
        what,
        () => ask().set('Idempotency-Key', ''),
      ]);
      await expectRefused('invalid_idempotency_key', Object.fromEntries(keyless));
    });

    it('while the first request runs', async () => {
      const { asks, count } = await createKeyed();
      const names = Object.keys(asks).length;
      const keyed = Object.entries(asks).map(([what, ask]) => [
        what,
        () => ask().set('Idempotency-Key', what),
      ]);
      await whileRowsAreLocked(app.pool, 'LOCK TABLE emails, received_events', [], async (release) => {
        const first = keyed.map(([, ask]) => (ask as Ask)().then(({ status }) => status));
        await eventually('the keys are reserved', async () => (await count('idempotency_keys')) === names);
        await expectRefused('concurrent_idempotent_requests', Object.fromEntries(keyed));
        await release();
        expect(await Promise.all(first)).to.deep.equal([200, 200, 202, 200]);
      });
    });
  });

  describe('those that write contacts', () => {
    /** An account with a contact, a member of one segment and not of another, and its writes. */
    const createWriting = async (fields = {}) => {
      const owner = await createContactOwner(app, fields);
      await createDomain(app.pool, owner.accountId, { isDefault: true });
      const { api, add } = owner;
      const audience = await owner.audience();
      const segment = await owner.segment();
      const other = await owner.segment({ name: 'Other' });
      const topic = await owner.topic();
      const { id } = (await add('bo@customer.dev', { segments: [segment] })).body;
      const there = (await api.post(`/audiences/${audience}/contacts`).send({ email: 'bo@customer.dev' }))
        .body.id;
      const members = `/audiences/${audience}/contacts`;
      const change = { first_name: 'Bo' };
      const topics = { topics: [{ id: topic, subscription: 'opt_in' }] };
      const asks = {
        create: () => add('bo@customer.dev', change),
        update: () => api.patch(`/contacts/${id}`).send(change),
        delete: () => api.delete(`/contacts/${id}`),
        join: () => api.post(`/contacts/${id}/segments/${other}`).send({}),
        leave: () => api.delete(`/contacts/${id}/segments/${segment}`),
        choose: () => api.patch(`/contacts/${id}/topics`).send(topics),
        'create in an audience': () => api.post(members).send({ email: 'bo@customer.dev', ...change }),
        'update in an audience': () => api.patch(`${members}/${there}`).send(change),
        'delete in an audience': () => api.delete(`${members}/${there}`),
      };
      /** Sends an event for an address that becomes a contact. */
      const event = () => api.post('/events/send').send({ event: 'paid', email: 'new@customer.dev' });
      return { ...owner, id, there, asks, event };
    };

    it('while another write holds the lock of the account', async () => {
      const { accountId, asks, event } = await createWriting(FREE);
      const lock = 'SELECT FROM contact_counters WHERE account_id = $1 FOR UPDATE';
      await whileRowsAreLocked(app.pool, lock, [accountId], () =>
        expectRefused('contacts_busy', { ...asks, event }),
      );
    });

    it('when they work for too long', async () => {
      const { id, there, asks, event } = await createWriting();
      const lock = 'SELECT FROM contacts WHERE id = ANY($1) FOR UPDATE';
      await whileRowsAreLocked(app.pool, lock, [[id, there]], () => expectRefused('contacts_timeout', asks));
      await whileRowsAreLocked(app.pool, 'LOCK TABLE received_events', [], () =>
        expectRefused('contacts_timeout', { event }),
      );
    });
  });

  it('those that ask a model', async () => {
    const { accountId, api } = await createSending(FREE);
    await transaction(app.pool, async (client) => {
      await AI_CREDITS.lock(client, [accountId], app.clock.now());
      await AI_CREDITS.charge(client, new Map([[accountId, 100]]), app.clock.now());
    });
    const template = await createTemplate(app.pool, accountId);
    const campaign = await createCampaign(app.pool, accountId, { status: 'draft' });
    await expectRefused('ai_credits_exceeded', {
      rewrite: () => api.post(`/templates/${template.id}/rewrite`).send({ instruction: 'Shorter.' }),
      subjects: () => api.post(`/campaigns/${campaign.id}/subjects`).send({}),
      segment: () => api.post('/segments/suggest').send({ text: 'Everybody' }),
    });
  });

  it('those that take a password', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const setUp = (password: string) => app.asPerson(session).post('/auth/totp/setup').send({ password });
    for (let failed = 0; failed < 10; failed += 1) await setUp('wrong').expect(422);
    await expectRefused('rate_limit_exceeded', { 'set up': () => setUp('wrong') });
  });
});
