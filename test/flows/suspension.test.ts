// Flow test: an account is suspended while it does everything at once, its workers are killed, and it is resumed. As
// soon as nothing of it is in progress, nothing of it leaves and none of its rows changes, while another account sends
// as ever; afterwards all that has waited is done once.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { type TestDatabase, useDatabase } from '../support/database/database.ts';
import { extent } from '../support/extent.ts';
import { createAutomation } from '../support/factories/automation-factories.ts';
import { createAccount, createWebhook } from '../support/factories/factories.ts';
import { createTemplate } from '../support/factories/template-factories.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/net/webhooks-receiver.ts';
import { describeOnOneBackend } from '../support/queues/queue-backends.ts';
import { eventually } from '../support/time/eventually.ts';
import { createSignal } from '../support/time/signal.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { createCrowd, QUICK_LEASE } from './support/crowd.ts';
import { type Product, prepareProduct } from './support/product.ts';
import type { Supervised } from './support/supervised.ts';

const CONTACTS = extent('SUSPENSION_FLOW_CONTACTS', 40, 2_000);
const ROWS = extent('SUSPENSION_FLOW_ROWS', 6_000, 60_000);
/** Batches of the account, of which each email goes to fifty recipients. */
const EMAILS = extent('SUSPENSION_FLOW_EMAILS', 3, 100);
const RECIPIENTS_EACH = 50;
/** Mails of the account that have arrived when it is suspended. */
const BEFORE = 30;
/** Once it is suspended, each mail occupies a connection for this long; until then, all but those hang. */
const SLOW_MS = 100;
/** Mails of the other account that arrive while the first stands still. */
const QUIET = 20;
const FLIPS = extent('SUSPENSION_FLOW_FLIPS', 5, 10);
const DEADLINE_MS = 200_000 + 50 * (EMAILS * RECIPIENTS_EACH + CONTACTS);

describeOnOneBackend('redis', 'an account that is suspended at work', (backend) => {
  const database = useDatabase();
  let product: Product;
  let receiver: WebhookReceiver;
  let workers: Supervised[];
  const suspension = createSignal();
  let suspended: Crowd;
  let quiet: Crowd;
  let campaignId: string;
  let importId: string;

  before(async function () {
    this.timeout(DEADLINE_MS);
    receiver = await startWebhookReceiver();
    product = await prepareProduct({
      databaseUrl: database.url,
      redisUrl: backend.redisUrl,
      logLevel: 'silent',
      more: QUICK_LEASE,
      sink: {
        keepRaw: false,
        keepHeader: 'From',
        faults: [
          { stage: 'after-data', kind: 'delay', ms: SLOW_MS, times: BEFORE },
          { stage: 'after-data', kind: 'wait', until: suspension.given },
        ],
      },
    });
    [, ...workers] = await Promise.all([
      product.startApi(),
      product.startWorker(['send', 'webhook', 'domain', 'schedule']),
      product.startWorker(['bulk', 'automation', 'audience']),
    ]);
    // The oldest account is the operator's, which cannot be suspended.
    await createAccount(database.pool);
    suspended = await enterCrowd(database, product, CONTACTS);
    quiet = await enterCrowd(database, product, 0);
    await createWebhook(database.pool, suspended.accountId, {
      endpointUrl: receiver.url,
      events: ['email.delivered'],
    });
    ({ campaignId, importId } = await startAll(database, suspended));
    await eventually('it is at work', () => arrivalsOf(suspended) >= BEFORE, DEADLINE_MS);
  });
  after(async () => {
    suspension.give();
    await Promise.all([suspended, quiet].map((crowd) => crowd?.client.close()));
    await product?.stop();
    await receiver?.close();
  });

  const arrivalsOf = ({ from }: Crowd) =>
    product.sink.messages.filter(({ header }) => header?.includes(from)).length;
  const ops = async (...args: string[]) => {
    const { code, stderr } = await runCommand(args, { DATABASE_URL: database.url, DATA_DIR: '/nonexistent' });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
  };
  const query = async (text: string) =>
    (await database.pool.query(text, [suspended.accountId])).rows as Record<string, unknown>[];
  /** All that a suspended account has in work. */
  const stateOf = async () => ({
    arrived: arrivalsOf(suspended),
    posted: receiver.requests.length,
    recipients: await query(
      `SELECT state, count(*)::integer, sum(attempts)::integer AS tries FROM email_recipients
       WHERE account_id = $1 GROUP BY state ORDER BY state`,
    ),
    webhooks: await query(
      `SELECT state, count(*)::integer, sum(attempts)::integer AS tries FROM webhook_messages
       WHERE account_id = $1 GROUP BY state ORDER BY state`,
    ),
    runs: await query(
      'SELECT status, count(*)::integer, sum(attempts)::integer AS tries FROM automation_runs WHERE account_id = $1 GROUP BY 1',
    ),
    campaigns: await query('SELECT status, position, attempts FROM campaigns WHERE account_id = $1'),
    imports: await query('SELECT status, rows_read FROM contact_imports WHERE account_id = $1'),
    domains: await query('SELECT next_attempt_at, attempts FROM domain_checks WHERE account_id = $1'),
  });
  const countClaimed = async () => {
    const tables = [
      'email_recipients',
      'webhook_messages',
      'automation_runs',
      'campaigns',
      'contact_imports',
    ];
    const counts = tables.map(
      (table) => `(SELECT count(*) FROM ${table} WHERE account_id = $1 AND claimed_by IS NOT NULL)`,
    );
    return Number((await query(`SELECT ${counts.join(' + ')} AS claimed`))[0]?.['claimed']);
  };
  /** Another account sends, and its mail arrives: so long nothing else happens. */
  const whileQuietSends = async () => {
    const before = arrivalsOf(quiet);
    for (let mail = 0; mail < QUIET; mail += 1) await send(quiet, { to: 'bo@customer.dev' });
    await eventually('its mail arrives', () => arrivalsOf(quiet) === before + QUIET, DEADLINE_MS);
  };

  it('stands still, also when its workers are killed, while another account sends', async function () {
    this.timeout(DEADLINE_MS);
    await ops('suspend-account', suspended.accountId);
    suspension.give();
    product.sink.clearFaults();
    product.sink.setFault({ stage: 'after-data', kind: 'delay', ms: SLOW_MS });
    await eventually('nothing of it is in work', async () => (await countClaimed()) === 0, DEADLINE_MS);
    const before = await stateOf();
    expect(before.recipients.map(({ state }) => state)).to.include('queued');
    await whileQuietSends();
    for (const worker of workers) worker.kill();
    await eventually('they have started again', () => workers.every(({ isReady }) => isReady), DEADLINE_MS);
    await whileQuietSends();
    expect(await stateOf()).to.deep.equal(before);
    const refused = await suspended.client.ask({ method: 'POST', path: '/emails', body: {} });
    expect(refused).to.deep.include({ status: 403 });
  });

  it('does all that has waited once when it is resumed, however often that is', async function () {
    this.timeout(DEADLINE_MS);
    for (let flip = 0; flip < FLIPS; flip += 1) {
      await ops('resume-account', suspended.accountId);
      await ops('suspend-account', suspended.accountId);
    }
    await ops('resume-account', suspended.accountId);
    const mails = EMAILS * RECIPIENTS_EACH + 2 * CONTACTS + 1;
    const isDone = async () => {
      const { recipients, webhooks } = await stateOf();
      return [recipients, webhooks].every((rows) => rows.length === 1 && rows[0]?.['count'] === mails);
    };
    await eventually('all is sent and announced', isDone, DEADLINE_MS);
    const end = await stateOf();
    expect(end).to.deep.include({
      arrived: mails,
      posted: mails,
      recipients: [{ state: 'delivered', count: mails, tries: mails }],
      webhooks: [{ state: 'success', count: mails, tries: mails }],
    });
    const status = async (path: string) => (await suspended.client.read(path))['status'];
    const haveEnded = async () =>
      (await status(`/campaigns/${campaignId}`)) === 'sent' &&
      (await status(`/contacts/imports/${importId}`)) === 'completed';
    await eventually('the campaign and the import have ended', haveEnded, DEADLINE_MS);
    const imported = await query(`SELECT FROM contacts WHERE account_id = $1 AND email_key LIKE 'row%'`);
    expect(imported).to.have.length(ROWS);
  });
});

/** An account with contacts and a client. */
interface Crowd {
  accountId: string;
  domain: { id: string; name: string };
  audienceId: string;
  /** The address that its mail is from. */
  from: string;
  client: ApiClient;
}

async function enterCrowd(database: TestDatabase, { url }: Product, contacts: number): Promise<Crowd> {
  const { accountId, domain, apiKey } = await createCrowd(database, contacts);
  const { rows } = await database.pool.query('SELECT audience_id AS id FROM domains WHERE id = $1', [
    domain.id,
  ]);
  const client = createApiClient({ url, apiKey, connections: 2 });
  return { accountId, domain, audienceId: rows[0].id, from: `ana@${domain.name}`, client };
}

async function ask({ client }: Crowd, path: string, body: object): Promise<string> {
  const answer = await client.ask({ method: 'POST', path, body });
  expect(answer?.status, JSON.stringify(answer?.body)).to.be.within(200, 202);
  return String(answer?.body['id']);
}

async function send(crowd: Crowd, fields: { to: string | string[]; scheduled_at?: string }): Promise<void> {
  await ask(crowd, '/emails', { from: crowd.from, subject: 'Hello', text: 'x', ...fields });
}

/** Mail of all kinds, and an import. */
async function startAll({ pool }: TestDatabase, crowd: Crowd) {
  const { accountId, domain, audienceId: audience_id, from } = crowd;
  const template = await createTemplate(pool, accountId, { from, subject: 'Hello' });
  const steps = [
    { key: 'delay', type: 'delay', config: { duration: '1 second' } },
    { key: 'mail', type: 'send_email', config: { template: { id: template.id } } },
  ] as const;
  const automation = await createAutomation(pool, accountId, {
    domainId: domain.id,
    trigger: 'begin',
    steps,
  });
  await send(crowd, { to: 'scheduled@customer.dev', scheduled_at: 'in 5 seconds' });
  const csv = ['email', ...Array.from({ length: ROWS }, (_, row) => `row${row}@customer.dev`)].join('\n');
  const importId = await ask(crowd, '/contacts/imports', {
    audience_id: await ask(crowd, '/audiences', { name: 'Imported' }),
    csv,
  });
  await ask(crowd, `/automations/${automation.id}/enroll`, { all: true });
  const html = '<p>Hello</p>';
  const campaign = { from, subject: 'Hello', html, audience_id, send: true };
  const campaignId = await ask(crowd, '/campaigns', campaign);
  const to = Array.from({ length: RECIPIENTS_EACH }, (_, place) => `r${place}@customer.dev`);
  for (let email = 0; email < EMAILS; email += 1) await send(crowd, { to });
  return { campaignId, importId };
}
