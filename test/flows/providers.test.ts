// Flow test: three relays, of which one refuses our login, one is slow and one is healthy; two accounts, three domains, both lanes.
// Each mail leaves by its own door, and none waits for the mail of another one. Then operators choose another relay while mail is on
// its way, and the login is accepted again: nothing is lost, and nothing arrives twice.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { connectQueues, type Queues } from '../../shared/platform/queues/connect.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { createAcceptor } from '../../shared/resources/messaging/emails/accept/accept.ts';
import type { NewEmail } from '../../shared/resources/messaging/emails/email.ts';
import { createMetrics } from '../../shared/resources/service-metrics.ts';
import { QUEUES } from '../../shared/resources/work-kinds.ts';
import { expectDone } from '../ops/run-ops.ts';
import { mailboxes, newEmail } from '../shared/resources/messaging/emails/accept/new-email.ts';
import { useDatabase } from '../support/database/database.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { createAccount, createDomain } from '../support/factories/factories.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../support/time/eventually.ts';
import { workerConfig } from '../workers/support/started-worker.ts';
import { type Product, prepareProduct } from './support/product.ts';

const MAILS = 40;
/** The time that the slow relay takes for each mail; with its two connections it takes ten a second. */
const SLOW_MS = 200;
const LOGIN = { user: 'posthorn', pass: 'secret' };
const NO_LOGIN = '535 5.7.8 wrong name or password';
const WORKERS: readonly (readonly string[])[] = [['send'], ['bulk'], ['schedule']];

for (const [name, groups] of [
  ['in one process, as npm start has it', [['all']]],
  ['in a process for each group', WORKERS],
] as const) {
  describe(`Mail of two accounts by three relays, ${name}`, () => {
    const database = useDatabase();
    const ids = createIds(createSystemClock());
    let product: Product;
    let slow: SmtpSink;
    let strict: SmtpSink;
    let queues: Queues;
    const senders: Record<string, NonNullable<Parameters<typeof newEmail>[1]>> = {};

    before(async () => {
      [slow, strict] = await Promise.all([startSmtpSink({ auth: LOGIN }), startSmtpSink({ auth: LOGIN })]);
      slow.setFault({ stage: 'after-data', kind: 'delay', ms: SLOW_MS });
      strict.setFault({ stage: 'auth', kind: 'answer', reply: NO_LOGIN });
      product = await prepareProduct({ databaseUrl: database.url });
      queues = connectQueues({
        config: workerConfig(database.url),
        definitions: QUEUES,
        workers: 0,
        registry: createMetrics().registry,
        log: createLog({ level: 'silent', process: 'test' }),
      });
      const [acme, globex] = await Promise.all([createAccount(database.pool), createAccount(database.pool)]);
      for (const [key, account] of [
        ['plain', acme],
        ['special', acme],
        ['careless', globex],
      ] as const)
        senders[key] = { accountId: account.id, domain: await createDomain(database.pool, account.id) };
      await Promise.all(groups.map((group) => product.startWorker(group)));
      const add = (each: string, { url }: SmtpSink, ...more: string[]) =>
        ops('add-provider', each, '--url', `${url}?tls=off`, ...more);
      await add('slow', slow, '--connections', '2');
      await add('strict', strict);
      await ops('set-provider', 'slow', '--domain', domainOf('special'));
      await ops('set-provider', 'slow', '--lane', 'campaign');
      await ops('set-provider', 'strict', '--account', senders['careless']?.accountId ?? '');
      await whenKnown('strict', 'careless');
      await whenKnown('slow', 'special');
      await whenKnown('slow', 'plain', { lane: 'campaign' });
      product.sink.clear();
      slow.clear();
    });
    after(async () => {
      await product?.stop();
      await queues?.close();
      await Promise.all([slow?.stop(), strict?.stop()]);
    });

    const ops = async (...words: string[]) => {
      const environment = {
        DATA_DIR: '/nonexistent',
        DATABASE_URL: database.url,
        SECRET_KEY: TEST_SECRET_KEY,
      };
      return expectDone(await runCommand(words, environment));
    };
    const domainOf = (key: string) => senders[key]?.domain.name ?? expect.fail(`There is no sender ${key}.`);
    /** Accepts mails, as the API does. @returns their recipients */
    const accept = async (key: string, to: string, changes: Partial<NewEmail> = {}, count = MAILS) => {
      const acceptor = createAcceptor({
        database: database.pool,
        ids,
        queues,
        simulatorDomains: [],
        passCrashPoint: () => {},
      });
      const addresses = Array.from({ length: count }, (_, at) => `${to}${at}@customer.dev`);
      const mail = (address: string) =>
        newEmail(ids, senders[key] ?? expect.fail(key), {
          createdAt: new Date(),
          to: mailboxes(address),
          ...changes,
        });
      await Promise.all(addresses.map((address) => acceptor.accept(mail(address))));
      return addresses;
    };
    const rows = async (addresses: readonly string[]) => {
      const { rows: found } = await database.pool.query(
        'SELECT state, attempts, provider, destination FROM email_recipients WHERE address = ANY($1)',
        [addresses],
      );
      return found;
    };
    const whenDelivered = (addresses: readonly string[], deadlineMs = 60_000) =>
      eventually(
        `${addresses[0]} and the others are delivered`,
        async () => (await rows(addresses)).every(({ state }) => state === 'delivered'),
        deadlineMs,
      );
    /** Sends mails until one leaves by the provider, or waits for it: workers look each two seconds. */
    const whenKnown = async (provider: string, key: string, changes: Partial<NewEmail> = {}) => {
      for (let tries = 0; ; tries += 1) {
        const first = await accept(key, `${provider}-${key}-${tries}-`, changes, 1);
        const row = await eventually('it was sent, or waits', async () => {
          const [found] = await rows(first);
          const isSettled = found.state === 'delivered' || found.destination !== null;
          return isSettled ? found : false;
        });
        if (row.provider === provider || row.destination) return;
      }
    };
    const arrivedAt = (sink: SmtpSink, addresses: readonly string[]) =>
      sink.messages.flatMap(({ to }) => to.filter((address) => addresses.includes(address)));
    const expectOnce = (arrived: readonly string[], addresses: readonly string[]) =>
      expect([...arrived].sort()).to.deep.equal([...addresses].sort());

    it('leaves by its own relay, and waits for no other one', async () => {
      const held = await accept('careless', 'held');
      const special = await accept('special', 'special');
      const news = await accept('plain', 'news', { lane: 'campaign' });
      const plain = await accept('plain', 'plain');
      await whenDelivered(plain);
      expect(arrivedAt(slow, special).length).to.be.lessThan(MAILS);
      await Promise.all([whenDelivered(special), whenDelivered(news)]);
      expectOnce(arrivedAt(product.sink, plain), plain);
      expectOnce(arrivedAt(slow, [...special, ...news]), [...special, ...news]);
      expect([product.sink.count(), slow.count(), strict.count()]).to.deep.equal([MAILS, 2 * MAILS, 0]);
      expect((await rows(special)).map(({ provider }) => provider)).to.deep.equal(Array(MAILS).fill('slow'));
      await eventually('what is refused is released', async () =>
        (await rows(held)).every(({ state, attempts }) => state === 'queued' && attempts === 0),
      );
      const { data } = (await ops('list-providers')) as { data: Record<string, unknown>[] };
      const states = Object.fromEntries(data.map((each) => [each['name'], each['state']]));
      expect(states).to.deep.equal({ default: 'active', slow: 'active', strict: 'refused' });
    });

    it('is neither lost nor sent twice when operators choose another relay under load', async () => {
      const moved = await accept('special', 'moved');
      await eventually('some have left', () => arrivedAt(slow, moved).length > 0);
      await ops('set-provider', 'default', '--domain', domainOf('special'));
      await whenDelivered(moved);
      const before = arrivedAt(slow, moved);
      const after = arrivedAt(product.sink, moved);
      expectOnce([...before, ...after], moved);
      expect(after.length).to.be.greaterThan(0);
    });

    it('waits for the relay that refused our login, and arrives once when it accepts it', async () => {
      const held = Array.from({ length: MAILS }, (_, at) => `held${at}@customer.dev`);
      strict.clearFaults();
      await database.pool.query(
        "UPDATE providers SET next_probe_at = clock_timestamp() WHERE name = 'strict'",
      );
      await whenDelivered(held);
      expectOnce(arrivedAt(strict, held), held);
      expect((await rows(held)).map(({ attempts }) => attempts)).to.deep.equal(Array(MAILS).fill(1));
    });
  });
}
