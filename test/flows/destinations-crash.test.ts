// Flow test: mail waits for a mailbox provider that rests, and then takes mail again, while the workers are killed (SIGKILL)
// again and again. Nothing is lost, the rest is kept, and only what a dead worker held may arrive twice. `npm run test:long` has
// more mail.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { useDatabase } from '../support/database/database.ts';
import { extent } from '../support/extent.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { CRASH_LEASE } from './support/crowd.ts';
import { killEach } from './support/killed-processes.ts';
import { type Product, prepareProduct } from './support/product.ts';
import { type ProviderServers, startProviderServers } from './support/provider-servers.ts';
import type { Supervised } from './support/supervised.ts';

const MAILS = extent('DESTINATIONS_CRASH_MAILS', 600, 20_000);
/** The kills of each worker in the rest; as many while mail arrives, of any worker. */
const KILLS = extent('DESTINATIONS_CRASH_KILLS', 1, 10);
const BATCH = 100;
const WORKERS = 2;
const CONNECTIONS = 10;
const MAKE_DUE_EVERY_MS = 500;
/** More than are taken in that time. */
const MADE_DUE_MAX = 300;
const DEADLINE_MS = 120_000 + 15 * MAILS;
/** Between the results of the connections and one group of outcomes (docs/architecture/guarantees.md#outcomes). */
const IN_FLIGHT_MAX = CONNECTIONS + 100;
const REST = '421 4.7.0 [TSS04] Messages from this address temporarily deferred due to user complaints';

describe('Mail that waits for a mailbox provider, by workers that are killed', function () {
  this.timeout(2 * DEADLINE_MS + 60_000);
  const database = useDatabase();
  let servers: ProviderServers;
  let product: Product;
  let client: ApiClient;
  const senders: Supervised[] = [];
  let from: string;
  let madeDueAtMs = 0;

  before(async () => {
    const row = { connections: CONNECTIONS, mails_per_connection: 1_000 };
    servers = await startProviderServers({ keepRaw: false }, row);
    product = await prepareProduct({
      databaseUrl: database.url,
      more: { ...servers.environment, MX_MAX_CONNECTIONS: String(CONNECTIONS), ...CRASH_LEASE },
    });
    const { accountId, token: apiKey } = await createApiKey(database.pool);
    const { name } = await createDomain(database.pool, accountId);
    from = `Acme <hello@${name}>`;
    await Promise.all([
      product.startApi(),
      product.startWorker('schedule'),
      ...Array.from({ length: WORKERS }, async () => senders.push(await product.startWorker('send'))),
    ]);
    client = createApiClient({ url: product.url, apiKey, connections: 4 });
  });
  after(async () => {
    await client?.close();
    await product?.stop();
    await servers?.stop();
  });

  const arrivals = () => servers.sinkOf('yahoo').messages;
  const count = async (condition: string) => {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM email_recipients WHERE ${condition}`,
    );
    return rows[0]?.count;
  };
  const send = async (begin: number, end: number) => {
    const numbers = Array.from({ length: end - begin }, (_, at) => begin + at);
    const to = (at: number) => servers.addressAt('yahoo', `r${at}`);
    const body = numbers.map((at) => ({ from, to: to(at), subject: `Mail ${at}`, text: 'Hello' }));
    const answer = await client.ask({ method: 'POST', path: '/emails/batch', body });
    expect(answer?.status, JSON.stringify(answer?.body)).to.equal(200);
  };
  const sendAll = async () => {
    for (let begin = 1; begin < MAILS; begin += BATCH) await send(begin, Math.min(MAILS, begin + BATCH));
  };
  /** Twice a second: what a dead worker held waits for a minute, and mail that is put off for its turn. */
  const makeDue = async () => {
    if (performance.now() - madeDueAtMs < MAKE_DUE_EVERY_MS) return;
    madeDueAtMs = performance.now();
    await database.pool.query(
      `UPDATE email_recipients SET next_attempt_at = now() WHERE id = ANY(ARRAY(
         SELECT id FROM email_recipients WHERE next_attempt_at > now() AND woken_at IS NULL AND state <> 'delivered'
         ORDER BY next_attempt_at LIMIT $1))`,
      [MADE_DUE_MAX],
    );
  };
  /** At random instants, as long as mail arrives. */
  const killWhileArriving = async () => {
    for (let kill = 0; kill < WORKERS * KILLS; kill += 1) {
      const wanted = ((kill + 1) * MAILS) / (WORKERS * KILLS + 2);
      const hasArrived = async () => {
        await makeDue();
        return arrivals().length >= wanted;
      };
      await eventually(`${wanted} have arrived`, hasArrived, DEADLINE_MS);
      const sender = senders[kill % WORKERS];
      await eventually('the worker runs', () => sender?.isReady === true, DEADLINE_MS);
      sender?.kill();
      await delay(1);
    }
  };

  it('keeps the rest, loses nothing, and doubles only what was in flight', async () => {
    const sink = servers.sinkOf('yahoo');
    sink.setFault({ stage: 'mail', kind: 'answer', reply: REST });
    await send(0, 1);
    await eventually('it rests', async () => (await count(`state = 'delivery_delayed'`)) === 1);
    const { total } = sink.connections();

    await Promise.all([sendAll(), killEach(senders, KILLS)]);
    // What a dead worker has been woken for is found seconds later, here in the rest or after it.
    const isMostPutOff = async () => ((await count('destination IS NOT NULL')) ?? 0) >= MAILS / 2;
    await eventually('most wait for their turn', isMostPutOff, DEADLINE_MS);
    expect(sink.connections().total, 'no connection in the rest').to.equal(total);
    expect(
      await count('attempts > worker_deaths AND claimed_by IS NULL'),
      'the one that was refused has used up a try',
    ).to.equal(1);
    const { rows: repeated } = await database.pool.query(
      `SELECT FROM email_events WHERE type = 'delivery_delayed' GROUP BY email_id HAVING count(*) > 1`,
    );
    expect(repeated, 'one event of a mail at most').to.deep.equal([]);

    sink.clearFaults();
    const resumed = await runCommand(['resume-destination', 'yahoo'], { DATABASE_URL: database.url });
    expect(resumed.code, resumed.stderr).to.equal(0);
    await killWhileArriving();
    const isAllDelivered = async () => {
      await makeDue();
      return (await count(`state <> 'delivered'`)) === 0;
    };
    await eventually('all are delivered', isAllDelivered, DEADLINE_MS);
    await expectDoublesInFlightOnly();
  });

  const expectDoublesInFlightOnly = async () => {
    const times = new Map<string, number>();
    for (const { to } of arrivals()) times.set(to[0] ?? '', (times.get(to[0] ?? '') ?? 0) + 1);
    expect(times.size).to.equal(MAILS);
    const deaths = senders.reduce((sum, sender) => sum + sender.deaths(), 0);
    expect(deaths).to.equal(2 * WORKERS * KILLS);
    expect(arrivals().length - MAILS).to.be.at.most(WORKERS * KILLS * IN_FLIGHT_MAX);
    const { rows } = await database.pool.query<{ address: string; worker_deaths: number }>(
      'SELECT address, worker_deaths FROM email_recipients WHERE worker_deaths > 0',
    );
    const diedWith = new Map(rows.map((row) => [row.address, row.worker_deaths]));
    const doubled = [...times].filter(([, each]) => each > 1);
    expect(doubled.filter(([address, each]) => each > 1 + (diedWith.get(address) ?? 0))).to.deep.equal([]);
  };
});
