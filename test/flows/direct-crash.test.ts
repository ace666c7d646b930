// Flow test: mail to many domains leaves straight for their servers, and the workers that send it are killed (SIGKILL) again and
// again. Everything arrives, and only what a dead worker held may arrive twice. `npm run test:long` has more mail.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { useDatabase } from '../support/database/database.ts';
import { extent } from '../support/extent.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { createDnsServer, type DnsServer } from '../support/net/dns-server.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { CRASH_LEASE } from './support/crowd.ts';
import { type Product, prepareProduct } from './support/product.ts';
import type { Supervised } from './support/supervised.ts';

const MAILS = extent('DIRECT_CRASH_MAILS', 400, 20_000);
const DOMAINS = extent('DIRECT_CRASH_DOMAINS', 60, 300);
const KILLS = extent('DIRECT_CRASH_KILLS', 3, 40);
const CONNECTIONS = 10;
const BATCH = 100;
const WORKERS = 2;
const DEADLINE_MS = 120_000 + 15 * MAILS;
/** Servers at 127.0.0.2 and up, in addition to the one of the product. */
const MORE_SERVERS = 4;
/** Between the results of the connections and one group of outcomes (docs/architecture/guarantees.md#outcomes). */
const IN_FLIGHT_MAX = CONNECTIONS + 100;

describe('Direct delivery by workers that are killed', function () {
  this.timeout(DEADLINE_MS + 60_000);
  const database = useDatabase();
  let product: Product;
  let dns: DnsServer;
  let client: ApiClient;
  const more: SmtpSink[] = [];
  const senders: Supervised[] = [];
  let from: string;

  before(async () => {
    dns = await createDnsServer();
    const sinkOptions = { keepRaw: false, keepHeader: 'Message-ID', tls: 'starttls' } as const;
    product = await prepareProduct({
      databaseUrl: database.url,
      sink: sinkOptions,
      more: {
        SMTP_URL: 'mx:',
        DNS_SERVERS: dns.address,
        SMTP_MAX_CONNECTIONS: String(CONNECTIONS),
        ...CRASH_LEASE,
      },
    });
    const { port } = product.sink;
    for (let last = 2; last < 2 + MORE_SERVERS; last += 1)
      more.push(await startSmtpSink({ ...sinkOptions, host: `127.0.0.${last}`, port }));
    publishDomains();
    const { accountId, token: apiKey } = await createApiKey(database.pool);
    const { name } = await createDomain(database.pool, accountId);
    from = `Acme <hello@${name}>`;
    const own = { MX_PORT: String(port) };
    await Promise.all([
      product.startApi(),
      product.startWorker('schedule', [], own),
      ...Array.from({ length: WORKERS }, async () =>
        senders.push(await product.startWorker('send', [], own)),
      ),
    ]);
    client = createApiClient({ url: product.url, apiKey, connections: 4 });
  });
  after(async () => {
    await client?.close();
    await product?.stop();
    await Promise.all(more.map((sink) => sink.stop()));
    await dns?.close();
  });

  /** Each domain has two hosts; of every third the preferred one does not exist, of every fifth there is no MX. */
  const publishDomains = () => {
    const addresses = Array.from({ length: 1 + MORE_SERVERS }, (_, at) => `127.0.0.${at + 1}`);
    for (const [at, value] of addresses.entries()) dns.publish(`mx${at}.host.test`, { type: 'A', value });
    for (let at = 0; at < DOMAINS; at += 1) {
      const name = `d${at}.customer.dev`;
      const first = at % addresses.length;
      const second = (at + 1) % addresses.length;
      if (at % 5 === 0) dns.publish(name, { type: 'A', value: addresses[first] ?? '' });
      else {
        const preferred = at % 3 === 0 ? 'gone.host.test' : `mx${first}.host.test`;
        dns.publish(name, { type: 'MX', value: preferred, priority: 10 });
        dns.publish(name, { type: 'MX', value: `mx${second}.host.test`, priority: 20 });
      }
    }
  };
  const addressOf = (at: number) => `r${at}@d${at % DOMAINS}.customer.dev`;
  const arrivals = () => [product.sink, ...more].flatMap(({ messages }) => messages);
  const sendAll = async () => {
    for (let begin = 0; begin < MAILS; begin += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, MAILS - begin) }, (_, at) => begin + at);
      const body = numbers.map((at) => ({ from, to: addressOf(at), subject: `Mail ${at}`, text: 'Hello' }));
      const answer = await client.ask({ method: 'POST', path: '/emails/batch', body });
      expect(answer?.status, JSON.stringify(answer?.body)).to.equal(200);
    }
  };
  /** At random instants, as long as mail arrives. */
  const killSenders = async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const wanted = ((kill + 1) * MAILS) / (KILLS + 2);
      await eventually(`${wanted} have arrived`, () => arrivals().length >= wanted, DEADLINE_MS);
      const sender = senders[kill % WORKERS];
      await eventually('the worker runs', () => sender?.isReady === true, DEADLINE_MS);
      sender?.kill();
      await delay(1);
    }
  };

  it('loses nothing, and doubles only what was in flight', async () => {
    await Promise.all([sendAll(), killSenders()]);
    const undelivered = async () => {
      // What a dead worker held waits for a minute.
      await database.pool.query(
        'UPDATE email_recipients SET next_attempt_at = now() WHERE next_attempt_at > now()',
      );
      const { rows } = await database.pool.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM email_recipients WHERE state <> 'delivered'`,
      );
      return rows[0]?.count;
    };
    await eventually('all are delivered', async () => (await undelivered()) === 0, DEADLINE_MS);
    const times = new Map<string, number>();
    for (const { to } of arrivals()) times.set(to[0] ?? '', (times.get(to[0] ?? '') ?? 0) + 1);
    expect(times.size).to.equal(MAILS);
    const deaths = senders.reduce((sum, sender) => sum + sender.deaths(), 0);
    expect(deaths).to.equal(KILLS);
    expect(arrivals().length - MAILS).to.be.at.most(deaths * IN_FLIGHT_MAX);
    const { rows } = await database.pool.query<{ address: string; worker_deaths: number }>(
      'SELECT address, worker_deaths FROM email_recipients WHERE worker_deaths > 0',
    );
    const diedWith = new Map(rows.map((row) => [row.address, row.worker_deaths]));
    const doubled = [...times].filter(([, count]) => count > 1);
    expect(doubled.filter(([address, count]) => count > 1 + (diedWith.get(address) ?? 0))).to.deep.equal([]);
  });
});
