// Flow test: a campaign with a test of two variants is sent while every process is killed again and again, at random, at the
// worst instants and between its states, Postgres and Redis crash, and it is paused and resumed. Each contact that may be
// mailed is mailed once, but for what a killed worker had on the wire; the variants go to as many each, the rest gets nothing
// before the decision and then the variant that people opened more; and audience, rows, mail server and stats agree to the
// one. `npm run test:long` has more contacts and more deaths. It takes longer than 8 s because the workers have to count as dead
// twice, and people open the mail no sooner than three seconds after it was sent.
import { expect } from 'chai';
import { Pool } from 'undici';
import { runCommand } from '../../ops/run-command.ts';
import { createTrackingTokens } from '../../shared/mail/tracking/tracking-tokens.ts';
import { connectDatabase, type Database } from '../../shared/platform/db/connect.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import type { ThrowawayCluster } from '../runner/throwaway-cluster.ts';
import { createDatabase } from '../support/database/database.ts';
import { startPreparedCluster } from '../support/database/prepared-cluster.ts';
import { extent, IS_LONG } from '../support/extent.ts';
import { TEST_SECRET_KEY, TEST_SECRET_KEYS } from '../support/factories/dkim-key.ts';
import { BROWSER } from '../support/factories/tracking-factories.ts';
import { describeOnOneBackend } from '../support/queues/queue-backends.ts';
import { startRedis, type TestRedis } from '../support/queues/redis.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { createCrowd, QUICK_LEASE } from './support/crowd.ts';
import { killEach } from './support/killed-processes.ts';
import { type Product, prepareProduct } from './support/product.ts';
import type { Supervised } from './support/supervised.ts';

const CONTACTS = extent('CAMPAIGN_FLOW_CONTACTS', 300, 5_000);
/** Each process is killed so often, at random instants, after those that are planned; a worker in `npm test` at these only. */
const DEATHS_EACH = extent('CAMPAIGN_FLOW_DEATHS', 1, 3);
const WORKER_DEATHS_EACH = IS_LONG ? DEATHS_EACH : 0;
const DEADLINE_MS = 400_000 + 30 * CONTACTS;
const CONNECTIONS = 5;
/** What a worker holds when it dies: its places, of which `CONNECTIONS` are on the wire. */
const PLACES = 2 * CONNECTIONS + 100;
/** Every tenth contact each is unsubscribed, or suppressed. */
const EACH = 10;
const SENDABLE = CONTACTS - 2 * Math.floor(CONTACTS / EACH);
const TESTED = Math.ceil(0.4 * SENDABLE);
/** Variant → how many people open it. Machines open all of the first one. */
const OPENS = [Math.floor(0.05 * TESTED), Math.floor(0.2 * TESTED)];
/** People and machines, by variant. */
const COUNTED = OPENS.map((people, variant) => [people, variant === 0 ? Math.ceil(TESTED / 2) : 0]);
/** The server takes an open two seconds after the sending for one of a machine. */
const READ_AFTER = '3 seconds';
/** The crashes of the worker that is alone at first, and of the other one. */
const CRASHES = IS_LONG
  ? [
      ['walk-commit-sent:1', 'campaign-released:2', 'send-answered:30'],
      ['accept-commit-sent:2', 'walk-stepped:2', 'campaign-released:1'],
    ]
  : [['campaign-released:1', 'send-answered:10'], []];
/** When it is paused, by shares of the contacts that have got their mail. */
const PAUSES = IS_LONG ? [0.1, 0.3] : [0.1];

type Stats = Record<string, number>;

describeOnOneBackend('redis', 'a campaign, with processes that are killed', (backend) => {
  let postgres: ThrowawayCluster;
  let redis: TestRedis | undefined;
  let database: Database;
  let product: Product;
  let client: ApiClient;
  let databaseUrl: string;
  let path: string;
  let workers: Supervised[];

  before(async function () {
    this.timeout(DEADLINE_MS);
    postgres = await startPreparedCluster({ synchronous_commit: 'on' });
    redis = backend.redisUrl === undefined ? undefined : await startRedis();
    databaseUrl = await createDatabase(postgres.url);
    const log = createLog({ level: 'silent', process: 'test' });
    database = connectDatabase({ connectionString: databaseUrl, poolSize: 2, applicationName: 'test', log });
    product = await prepareProduct({
      databaseUrl,
      redisUrl: redis?.url,
      logLevel: 'silent',
      sink: { keepRaw: false, keepHeader: 'To' },
      more: { ...QUICK_LEASE, BULK_MAX_CONNECTIONS: String(CONNECTIONS) },
    });
    const { accountId, domain, apiKey } = await createCrowd({ pool: database, url: databaseUrl }, CONTACTS);
    await refuseSome(accountId);
    client = createApiClient({ url: product.url, apiKey, connections: 1 });
    const [first, ...others] = await Promise.all([
      product.startWorker('bulk', CRASHES[0]),
      product.startApi(),
      product.startWorker(['schedule', 'webhook']),
    ]);
    path = `/campaigns/${await createCampaign(domain)}`;
    await eventually('the first worker has died', () => first.deaths() > 0, DEADLINE_MS);
    workers = [first, await product.startWorker('bulk', CRASHES[1])];
    const people = async () => {
      await Promise.all([killEach(others, DEATHS_EACH), changeOptOuts()]);
      await testVariants();
    };
    // A worker may meet its planned death only when the rest is released.
    await Promise.all([killEach(workers, WORKER_DEATHS_EACH), people()]);
    await eventually(
      'the campaign is sent',
      async () => (await read(path))['status'] === 'sent',
      DEADLINE_MS,
    );
    await eventually('no mail is left', async () => (await count(UNSENT)) === 0, DEADLINE_MS);
  });
  after(async () => {
    await client?.close();
    await product?.stop();
    await Promise.all([database?.end(), redis?.kill()]);
    await postgres?.stop();
  });

  const UNSENT = `SELECT FROM email_recipients WHERE state IN ('queued', 'sending', 'delivery_delayed', 'pending')`;
  const query = async (text: string, values: unknown[] = []) =>
    (await database.query<Record<string, unknown>>(text, values)).rows;
  const count = async (text: string) => (await query(text)).length;
  const read = (of: string) => client.read(of) as Promise<Record<string, unknown>>;

  async function refuseSome(accountId: string) {
    const everyTenth = `SELECT email_key FROM contacts WHERE split_part(substr(email_key, 7), '@', 1)::integer % ${EACH} =`;
    await query(
      `INSERT INTO unsubscribes (account_id, email_key, chosen_by, chosen_at)
       SELECT $1, email_key, 'person', now() FROM (${everyTenth} 1) AS contacts`,
      [accountId],
    );
    await query(
      `INSERT INTO suppressions (id, account_id, address, reason, created_at)
       SELECT uuid_v7(now()), $1, email_key, 'manual', now() FROM (${everyTenth} 2) AS contacts`,
      [accountId],
    );
  }

  async function createCampaign({ name }: { name: string }) {
    const [{ id: audienceId } = {}] = await query('SELECT audience_id AS id FROM domains');
    const body = {
      from: `News <news@${name}>`,
      subject: 'Hello {{{contact.email}}}',
      audience_id: audienceId,
      html: '<p>Hello {{ contact.email }}</p>',
      send: true,
      tracking: { opens: true },
      ab_test: {
        variants: [{ key: 'a' }, { key: 'b', subject: 'Dear {{{contact.email}}}' }],
        test_percent: 40,
        winner_metric: 'open_rate',
        wait: '15 minutes',
      },
    };
    const answer = await client.ask({ method: 'POST', path: '/campaigns', body });
    expect(answer?.status, JSON.stringify(answer?.body)).to.equal(201);
    return answer?.body['id'] as string;
  }

  /** Paused and resumed, while Postgres and Redis crash too. */
  async function changeOptOuts() {
    for (const share of PAUSES) {
      await eventually('a part is sent', () => product.sink.messages.length >= share * CONTACTS, DEADLINE_MS);
      await move('pause');
      await Promise.all([crashPostgres(), crashRedis()]);
      await move('resume');
    }
  }

  /** What people do with the variants, and the decision, before its time. */
  async function testVariants() {
    await untilCampaign('decides_at IS NOT NULL');
    expect(await count('SELECT FROM emails'), 'only the group was mailed').to.equal(TESTED);
    if (IS_LONG) await killWorkers();
    await eventually(
      'people may read it',
      async () =>
        (await count(`SELECT FROM emails WHERE sent_at > now() - interval '${READ_AFTER}' LIMIT 1`)) === 0,
      DEADLINE_MS,
    );
    await openMail();
    await eventually('all opens are counted', async () => isEqual(await countOpens(), COUNTED), DEADLINE_MS);
    await query(`UPDATE campaigns SET decides_at = now(), next_attempt_at = now()`);
    await untilCampaign('winner IS NOT NULL');
    await killWorkers();
  }
  const untilCampaign = (condition: string) =>
    eventually(
      condition,
      async () => (await count(`SELECT FROM campaigns WHERE ${condition}`)) > 0,
      DEADLINE_MS,
    );
  async function killWorkers() {
    const before = workers.map((worker) => worker.deaths());
    for (const worker of workers) worker.kill();
    const isDead = (worker: Supervised, place: number) => worker.deaths() > (before[place] ?? 0);
    await eventually('the workers are dead', () => workers.every(isDead), DEADLINE_MS);
  }

  /** Each variant is opened by so many people; a machine opens all of the first one. */
  async function openMail() {
    const tokens = createTrackingTokens(TEST_SECRET_KEYS);
    const mails = await query(
      `SELECT recipient.id, variant FROM campaign_recipients JOIN email_recipients AS recipient USING (email_id)`,
    );
    const left = [...OPENS];
    const http = new Pool(product.url, { connections: 4 });
    for (const { id, variant } of mails) {
      const isRead = (left[variant as number] ?? 0) > 0;
      left[variant as number] = (left[variant as number] ?? 0) - 1;
      const agents = [...(isRead ? [BROWSER] : []), ...(variant === 0 ? ['Mozilla/5.0'] : [])];
      for (const agent of agents) {
        const path = `/o/${tokens.pixel(id as string)}`;
        const answer = await http.request({ path, method: 'GET', headers: { 'user-agent': agent } });
        await answer.body.dump();
        expect(answer.statusCode).to.equal(200);
      }
    }
    await http.close();
  }
  const countOpens = async () =>
    ((await read(`${path}/stats`))['variants'] as Stats[]).map((variant) => [
      variant['unique_opened'],
      variant['machine_opened'],
    ]);
  const isEqual = (given: unknown, wanted: unknown) => JSON.stringify(given) === JSON.stringify(wanted);

  /** Until it is answered: the API is killed too. A repeat may find that it has moved already. */
  async function move(verb: 'pause' | 'resume') {
    const isAnswered = async () => {
      const answer = await client.ask({ method: 'POST', path: `${path}/${verb}` });
      return answer !== undefined && answer.status < 500;
    };
    await eventually(`it is asked to ${verb}`, isAnswered, DEADLINE_MS);
  }
  async function crashPostgres() {
    await postgres.crash();
    await postgres.restart();
  }
  async function crashRedis() {
    await redis?.kill();
    await redis?.restart();
  }

  it('mails each contact once, but for what was on the wire when a worker died', async () => {
    const mailed = await query(
      `SELECT address FROM email_recipients JOIN emails ON emails.id = email_id WHERE source = 'campaign'`,
    );
    const addresses = mailed.map(({ address }) => String(address));
    expect(new Set(addresses).size, 'one email each').to.equal(addresses.length);
    const arrived = product.sink.messages.map(({ header }) => header?.trim());
    expect([...new Set(arrived)].sort()).to.deep.equal([...addresses].sort());
    const deaths = workers.reduce((sum, worker) => sum + worker.deaths(), 0);
    expect(arrived.length - addresses.length, 'twice').to.be.at.most(deaths * PLACES);
  });

  it('gives each variant to half of the group, and the one that people opened more to the rest', async () => {
    const shares = await query(
      `SELECT variant, split_part(subject, ' ', 1) AS subject, count(*)::integer AS count
       FROM campaign_recipients JOIN emails ON emails.id = email_id GROUP BY 1, 2 ORDER BY 1`,
    );
    expect(shares).to.deep.equal([
      { variant: 0, subject: 'Hello', count: Math.ceil(TESTED / 2) },
      { variant: 1, subject: 'Dear', count: Math.floor(TESTED / 2) },
      { variant: null, subject: 'Dear', count: SENDABLE - TESTED },
    ]);
    const { ab_test: abTest } = await read(path);
    expect(abTest).to.include({ test_size: TESTED, winner: 'b', decided_by: 'metric' });
    expect(await countOpens()).to.deep.equal(COUNTED);
  });

  it('leaves out whom it may not mail, with the reason', async () => {
    const each = Math.floor(CONTACTS / EACH);
    expect(await read(`${path}/audience`)).to.deep.include({
      total: CONTACTS,
      sendable: SENDABLE,
      frozen: true,
      left_out: { suppressed: each, unsubscribed: each },
    });
    const rows = await query(
      'SELECT state, reason, count(*)::integer AS count FROM campaign_recipients GROUP BY 1, 2 ORDER BY 1, 2',
    );
    expect(rows).to.deep.equal([
      { state: 'delivered', reason: null, count: SENDABLE },
      { state: 'left_out', reason: 'suppressed', count: each },
      { state: 'left_out', reason: 'unsubscribed', count: each },
    ]);
  });

  it('counts what there is', async () => {
    const left = CONTACTS - SENDABLE;
    const stats = (await read(`${path}/stats`)) as Stats;
    expect(stats).to.include({ recipients: SENDABLE, left_out: left, pending: 0 });
    expect(stats).to.include({ sent: SENDABLE, delivered: SENDABLE, bounced: 0, failed: 0 });
    const rebuilt = await runCommand(['rebuild-stats'], {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: TEST_SECRET_KEY,
    });
    expect(rebuilt.code, rebuilt.stderr).to.equal(0);
    expect((await read(`${path}/stats`)) as Stats).to.deep.equal(stats);
  });
});
