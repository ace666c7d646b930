// What the stream of changes names (docs/reference/pages.md#what-has-changed): what each operation and each worker changes.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { isReading, type Operation } from '../../../shared/contract/operation.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { recordOutcomes } from '../../../shared/resources/messaging/emails/delivery/record.ts';
import { useApp } from '../../support/api/app.ts';
import { type WatchedAccount, watchAccount } from '../../support/api/watched-account.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import {
  createContact,
  createContactImport,
  createSegment,
  defaultAudienceOf,
} from '../../support/factories/contact-factories.ts';
import {
  createApiKey,
  createDomain,
  createEmail,
  createSuppression,
  createWebhook,
  createWebhookMessages,
} from '../../support/factories/factories.ts';
import { createLog } from '../../support/factories/log-factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createReceived } from '../../support/factories/received-factories.ts';
import { createRun } from '../../support/factories/run-factories.ts';
import { suspend } from '../../support/factories/suspension-factories.ts';
import { GOOD, resourceOf, SPECIMENS } from '../specimens.ts';

describe('Changes that are named', () => {
  const app = useApp({ config: { dnsServers: ['127.0.0.1:9'] } });
  let person: Awaited<ReturnType<typeof signIn>>;
  let accountId: string;
  let watched: WatchedAccount;
  before(async () => {
    person = await signIn(app.pool, { now: app.clock.now() });
    ({ accountId } = person);
    watched = await watchAccount(app, person);
  });
  after(() => watched.stop());

  const writes = Object.entries<Operation>(OPERATIONS).filter(
    ([, operation]) =>
      !isReading(operation) && operation.permission !== 'open' && operation.uses !== 'calling',
  );
  /** Resource → the operations that write it. */
  const nameOf = (path: string) => path.split('/')[1] ?? '';
  const resources = [...new Set(writes.map(([, { path }]) => nameOf(path)))].sort();

  /** Calls operations that write a resource until one of them does, those with the method first. @returns whether one did */
  const write = async (api: ReturnType<typeof app.as>, resource: string, preferred: string) => {
    const [first, others] = [true, false].map((isFirst) =>
      writes.filter(
        ([, { path, method }]) => nameOf(path) === resource && (method === preferred) === isFirst,
      ),
    ) as [typeof writes, typeof writes];
    for (const [id, { method, path }] of [...first, ...others]) {
      const object = (await SPECIMENS[resourceOf(id)]?.create?.(app.pool, accountId)) ?? {};
      const filled = path.replace(/:(\w+)/g, (_, name) => String(object[name as never]));
      const { query = {}, body = {} } = GOOD[id] ?? {};
      // The time of no object of this test.
      const given = Array.isArray(body) ? body : { ...body, if_updated_at: undefined };
      const { status } = await api[method](filled).query(query).send(given);
      if (status < 300) return true;
    }
    return false;
  };

  it('Names the resource of each operation of a program or a person that has changed something.', async () => {
    const { token } = await createApiKey(app.pool, { accountId });
    // The session is ended by operations of /auth.
    const written = resources.filter((name) => name !== 'auth');
    const ofPeople: string[] = [];
    for (const [at, resource] of written.entries()) {
      for (const [api, log] of [
        [app.as(token), 'logs'],
        [app.asPerson(person), 'audit-events'],
      ] as const) {
        await watched.forget();
        const preferred = ['delete', 'patch', 'post'][at % 3] ?? '';
        if (await write(api, resource, preferred)) await watched.until(resource, log);
        else ofPeople.push(resource);
      }
    }
    expect(ofPeople).to.deep.equal(['account', 'api-keys', 'invitations', 'members']);
  });

  /** What workers, visitors and other processes write → what is named. */
  const changes: Record<string, { names: readonly string[]; change: () => Promise<unknown> }> = {
    'a new email': { names: ['emails'], change: () => createEmail(app.pool, accountId, { domainId }) },
    'a delivery': { names: ['emails', 'webhooks'], change: () => deliver() },
    'an event of an older email': { names: ['emails'], change: () => count('opened') },
    'an email that is unsubscribed from, or clicked': {
      names: ['contacts', 'emails', 'people', 'polls', 'topics'],
      change: () => count('unsubscribed'),
    },
    'mail that came in': {
      names: ['emails', 'webhooks'],
      change: () => createReceived(app.pool, accountId, { domainId }),
    },
    'mail that was read': {
      names: ['emails'],
      change: () => update("received_emails SET parse_error = 'x'"),
    },
    'a request': { names: ['logs'], change: () => createLog(app.pool, accountId, { method: 'GET' }) },
    'a use of a key': { names: ['api-keys'], change: () => update('api_keys SET last_used_at = now()') },
    'the health of a webhook': { names: ['webhooks'], change: () => update('webhooks SET failures = 3') },
    'an event for a webhook': {
      names: ['webhooks'],
      change: () => createWebhookMessages(app.pool, webhook, 1),
    },
    'a delivery to a webhook': {
      names: ['webhooks'],
      change: () =>
        app.pool.query(
          'INSERT INTO webhook_counters (webhook_id, starts_at, delivered, failed) VALUES ($1, now(), 1, 0)',
          [webhook.id],
        ),
    },
    'a suppression': {
      names: ['suppressions'],
      change: () => createSuppression(app.pool, accountId, `${randomUUID()}@customer.dev`),
    },
    'the state of a domain': { names: ['domains'], change: () => update('domains SET updated_at = now()') },
    'a check of a domain': { names: ['domains'], change: () => update('domain_checks SET version = 2') },
    'a contact': {
      names: ['contacts'],
      change: async () =>
        createContact(app.pool, { accountId, audienceId: await defaultAudienceOf(app.pool, accountId) }),
    },
    'a step of an import': { names: ['contacts'], change: () => update('contact_imports SET rows_read = 5') },
    'a count of a segment': { names: ['segments'], change: () => update('segments SET counted_at = now()') },
    'a step of a campaign': {
      names: ['campaigns'],
      change: () => update('campaigns SET counted_at = now()'),
    },
    'a run of an automation': {
      names: ['automations', 'usage'],
      change: () =>
        app.pool.query(
          'INSERT INTO automation_usage_totals (account_id, since, runs) VALUES ($1, now(), 1)',
          [accountId],
        ),
    },
    'an end of a run': {
      names: ['automations'],
      change: () => update("automation_runs SET status = 'failed', ended_at = now()"),
    },
    'an event that came': {
      names: ['events'],
      change: () =>
        app.pool.query(
          `INSERT INTO received_events (id, account_id, domain_id, contact_id, name, outcomes, waits_resolved, created_at)
           VALUES (uuid_v7(now()), $1, $1, $1, 'paid', '[]', 0, now())`,
          [accountId],
        ),
    },
    'a change of the reputation': {
      names: ['account'],
      change: () =>
        app.pool.query('UPDATE accounts SET reputation_changed_at = now() WHERE id = $1', [accountId]),
    },
    'a suspension': {
      names: ['account', 'auth'],
      change: () => suspend(app.pool, accountId),
    },
    'a verb of an operator': {
      names: ['account', 'api-keys', 'audit-events', 'domains', 'invitations', 'members', 'suppressions'],
      change: () =>
        app.pool.query(
          `INSERT INTO audit_events (id, account_id, actor_type, operation, outcome, created_at)
           VALUES (uuid_v7(now()), $1, 'operator', 'set-plan', 'succeeded', now())`,
          [accountId],
        ),
    },
  };
  let domainId: string;
  let webhook: Awaited<ReturnType<typeof createWebhook>>;
  const update = (what: string) => app.pool.query(`UPDATE ${what} WHERE account_id = $1`, [accountId]);
  const count = (metric: string) =>
    app.pool.query(
      `INSERT INTO email_metrics (account_id, starts_at, domain_id, metric, slot, count)
       VALUES ($1, date_bin('15 minutes', now(), 'epoch'), $1, $2, 0, 1)`,
      [accountId, metric],
    );
  const deliver = async () => {
    const { recipients, id: emailId } = await createEmail(app.pool, accountId, { domainId });
    await watched.forget();
    const [recipient] = recipients;
    const outcome = { result: 'delivered', reply: { code: 250, text: '250 OK' }, cause: null } as const;
    await recordOutcomes(app.deps, [
      {
        ...outcome,
        recipientId: recipient?.id ?? '',
        token: randomUUID(),
        emailId,
        accountId,
        address: recipient?.address ?? '',
        at: new Date(),
        isSimulated: false,
        nextAttemptAt: null,
        refundOf: null,
      },
    ]);
  };

  it('Names what workers and visitors have changed, and nothing else.', async () => {
    webhook = await createWebhook(app.pool, accountId);
    await createWebhookMessages(app.pool, webhook, 1);
    await createApiKey(app.pool, { accountId });
    ({ id: domainId } = await createDomain(app.pool, accountId));
    await app.pool.query(
      'INSERT INTO domain_checks (id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [domainId, accountId],
    );
    await createContactImport(app.pool, accountId);
    await createSegment(app.pool, accountId);
    await createCampaign(app.pool, accountId, { status: 'sending' });
    const automation = await createAutomation(app.pool, accountId, { domainId });
    await createRun(app.pool, { automation, contactId: randomUUID() });
    for (const [what, { names, change }] of Object.entries(changes)) {
      await watched.forget();
      await change();
      await watched.until(...names);
      expect([...watched.named].sort(), what).to.deep.equal(names);
    }
  });
});
