// Flow test: everything of ours is connected through PgBouncer. In session mode all work is done. When it changes to
// transaction mode while we run, requests are refused as in an outage, and all continues when it is back.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { isBuilt, programArguments } from '../../dev/build/build.ts';
import { OPS_TOKEN } from '../support/api/app.ts';
import { serverUrl, useDatabase } from '../support/database/database.ts';
import { type PgBouncer, startPgBouncer } from '../support/database/pgbouncer.ts';
import { createWebhook } from '../support/factories/factories.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/net/webhooks-receiver.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { createCrowd } from './support/crowd.ts';
import { type Product, prepareProduct } from './support/product.ts';
import type { Supervised } from './support/supervised.ts';

const SENTENCE = 'Run it in session mode (PgBouncer: pool_mode = session).';

describe('Everything through PgBouncer', function () {
  this.timeout(120_000);
  const database = useDatabase();
  let directory: string;
  let pooler: PgBouncer;
  let receiver: WebhookReceiver;
  let product: Product;
  let processes: Supervised[];
  let client: ApiClient;
  let from: string;
  let audienceId: string;

  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-pooler-'));
    pooler = await startPgBouncer(serverUrl(), { mode: 'session' });
    receiver = await startWebhookReceiver();
    const { accountId, domain, apiKey } = await createCrowd(database, 3);
    await createWebhook(database.pool, accountId, { endpointUrl: receiver.url, events: ['email.delivered'] });
    from = `ana@${domain.name}`;
    const { rows } = await database.pool.query('SELECT audience_id AS id FROM domains');
    audienceId = rows[0].id;
    product = await prepareProduct({
      databaseUrl: pooler.urlOf(database.url),
      logFile: path.join(directory, 'log'),
      more: { OPS_TOKEN },
    });
    processes = await Promise.all([product.startApi(), product.startWorker('all')]);
    client = createApiClient({ url: product.url, apiKey, connections: 2 });
  });
  after(async () => {
    await client?.close();
    await product?.stop();
    await receiver?.close();
    await pooler?.stop();
    await rm(directory, { recursive: true });
  });

  const post = async (to: string, fields: object = {}) =>
    await client.ask({
      method: 'POST',
      path: '/emails',
      body: { from, to, subject: 'Hello', text: 'x', ...fields },
    });
  const arrived = (to: string) => product.sink.messages.filter((message) => message.to.includes(to)).length;
  const comes = (to: string) => eventually(`mail to ${to} arrives`, () => arrived(to) === 1);

  it('works in session mode: mail, campaigns, schedules, webhooks, wake-ups and the board', async () => {
    const campaign = { from, subject: 'News', text: 'x', audience_id: audienceId, send: true };
    const answers = await Promise.all([
      post('now@customer.dev'),
      post('later@customer.dev', { scheduled_at: 'in 2 seconds' }),
      client.ask({ method: 'POST', path: '/campaigns', body: campaign }),
    ]);
    for (const answer of answers) expect(answer?.status, JSON.stringify(answer?.body)).to.be.below(300);
    const people = ['now', 'later', 'person0', 'person1', 'person2'];
    await Promise.all(people.map((person) => comes(`${person}@customer.dev`)));
    await eventually('each delivery is announced', () => receiver.requests.length === people.length);
    const { rows } = await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%LISTEN%' AND pid <> pg_backend_pid()`,
    );
    expect(rows).not.to.deep.equal([]);
    const authorization = `Bearer ${OPS_TOKEN}`;
    const board = await fetch(`${product.url}/ops/queues`, { headers: { authorization } });
    expect(board.status).to.equal(200);
    expect((await fetch(`${product.url}/readyz`)).status).to.equal(200);
  });

  it('refuses requests while it is in transaction mode, and goes on afterwards, without the end of a process', async () => {
    await pooler.setMode('transaction');
    await eventually(
      'requests are refused',
      async () => (await post('in-between@customer.dev'))?.status === 500,
    );
    const readiness = () => fetch(`${product.url}/readyz`);
    await eventually('it is not ready', async () => (await readiness()).status === 503);
    await eventually('the log has it', async () => (await sentences()).length === processes.length);
    const refused = await post('refused@customer.dev');
    expect(refused).to.have.property('status', 500);
    expect(refused?.body).to.include({ name: 'application_error' });
    await pooler.setMode('session');
    await eventually('it is ready', async () => (await readiness()).status === 200);
    expect(await post('again@customer.dev')).to.have.property('status', 200);
    await comes('again@customer.dev');
    expect(arrived('refused@customer.dev')).to.equal(0);
    expect(processes.map((process) => process.deaths())).to.deep.equal([0, 0]);
    expect(await sentences()).to.have.length(processes.length);
  });

  /** The lines of the log that say it, and not what has failed by it. */
  async function sentences(): Promise<string[]> {
    const log = await readFile(path.join(directory, 'log'), 'utf8');
    return log.split('\n').filter((line) => line.includes(`${SENTENCE}"}`));
  }

  const programs: [source: string, ...words: string[]][] = [
    ['api/main.ts'],
    ['workers/main.ts', 'send'],
    ['smtp/main.ts', 'inbound'],
    ['smtp/main.ts', 'submission'],
    ['shared/resources/migrate-main.ts'],
    ['ops/main.ts', 'check'],
  ];
  it('is refused in transaction mode at the start of each process, with exit code 78', async () => {
    const transaction = await startPgBouncer(serverUrl(), { mode: 'transaction' });
    const env = { PATH: process.env['PATH'], DATABASE_URL: transaction.urlOf(database.url), PORT: '0' };
    const results = await Promise.all(
      programs.map(async (command) => {
        const child = spawn(process.execPath, programArguments(command, await isBuilt()), {
          env: { ...env, SMTP_URL: 'smtp://127.0.0.1:9' },
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
        return { code: child.exitCode, says: output.split(SENTENCE).length - 1 };
      }),
    );
    await transaction.stop();
    const expected = programs.map(([source]) => ({ code: source === 'ops/main.ts' ? 1 : 78, says: 1 }));
    expect(results).to.deep.equal(expected);
  });
});
