// Flow test: servers of six mailbox providers say "slower", "later" and "never" in their own words and codes, and the product
// hears each of them. Hours go by as the workers are started with another clock.
import { expect } from 'chai';
import { HOUR_MS, MINUTE_MS } from '../../shared/platform/time/durations.ts';
import { useDatabase } from '../support/database/database.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import type { Fault } from '../support/smtp-sink/faults.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { type Product, prepareProduct } from './support/product.ts';
import {
  FIRST_RATE,
  type ProviderServers,
  type ServedProvider,
  startProviderServers,
  watchOverlaps,
} from './support/provider-servers.ts';
import type { Supervised } from './support/supervised.ts';

/** The only address of its pool, from which acme.dev sends. */
const SOURCE = '127.0.0.31';
/** Those of pair.dev. */
const PAIR = ['127.0.0.32', '127.0.0.33'];
const SLOWER =
  '421-4.7.28 Gmail has detected an unusual rate of email.\r\n421 4.7.28 To protect our users, later.';
/** Each halves the window of Google: from five to one. */
const NARROWINGS = 2;
/** What is said of an address that goes too fast. */
const SLOW = [
  ['orange', 'greeting', '421 opmta Too many connections, slow down. OFR_104 [104]'],
  ['gmx', 'greeting', '421 gmx.net (mxgmx017) Nemesis ESMTP Service not available'],
  ['microsoft-365', 'rcpt', '550 5.7.1 Service unavailable; your message rate is too high (IB007)'],
] as const;
/** For how long each wants nothing. */
const RESTS = [
  ['yahoo', '421 4.7.0 [TSS04] Messages from 127.0.0.31 temporarily deferred', 2 * HOUR_MS],
  ['orange', '421 opmta Service refused, please try later. OFR_999 [999]', 2 * HOUR_MS],
  ['gmx', '450 Requested mail action not taken: Reject due to policy restrictions', HOUR_MS],
  ['microsoft-365', '451 4.7.500 Server busy. Please try again later.', 15 * MINUTE_MS],
  ['apple', '450 4.7.1 [HCM1] Message rejected due to local policy', 15 * MINUTE_MS],
] as const;
/** What is said of an address that has been blocked. */
const BLOCKS = [
  ['microsoft-365', '550 5.7.606 Access denied, banned sending IP [127.0.0.32]'],
  ['yahoo', '553 5.7.1 [BL21] Connections will not be accepted from 127.0.0.32'],
  ['orange', '550 5.7.1 Service refused. OFR_102 [102]'],
  ['gmx', '554 Transaction failed: IP address is block listed'],
] as const;
const MORE_MAILS = 12;
/** So few that none waits longer for its turn than the flow for its end. */
const FEW_MAILS = 3;

type Event = Record<'type' | 'message', string>;

interface Destination {
  provider: string;
  source: string;
  window: number;
  rate: number | null;
  reason: string | null;
  reply: string | null;
  version: string;
  restsForMs: number | null;
}

describe('Mail to mailbox providers', () => {
  const database = useDatabase();
  let servers: ProviderServers;
  let product: Product;
  let client: ApiClient;
  let worker: Supervised;
  let pairDomainId: string;

  const startWorker = async (offsetMs = 0, sources = PAIR) => {
    await worker?.stop();
    worker = await product.startWorker(['send', 'schedule'], [], {
      CLOCK_OFFSET_MS: String(offsetMs),
      MX_SOURCES: [
        `${SOURCE}/mx1.acme.dev`,
        ...sources.map((source, at) => `pair=${source}/pair${at}.acme.dev`),
      ].join(','),
    });
  };

  before(async () => {
    servers = await startProviderServers();
    product = await prepareProduct({ databaseUrl: database.url, more: servers.environment });
    const { accountId, token: apiKey } = await createApiKey(database.pool);
    await createDomain(database.pool, accountId, { name: 'acme.dev' });
    ({ id: pairDomainId } = await createDomain(database.pool, accountId, { name: 'pair.dev' }));
    await database.pool.query(`UPDATE domains SET source_pool = 'pair' WHERE id = $1`, [pairDomainId]);
    await Promise.all([product.startApi(), startWorker()]);
    client = createApiClient({ url: product.url, apiKey, connections: 2 });
  });
  after(async () => {
    await client?.close();
    await product?.stop();
    await servers?.stop();
  });

  /** Lets a server answer so from now on, and in no other way than usual to anything else. */
  const refuse = (provider: ServedProvider, fault: Omit<Fault, 'kind' | 'ms'> & { reply: string }) => {
    const sink = servers.sinkOf(provider);
    sink.clearFaults();
    sink.setFault({ ...fault, kind: 'answer' });
    return sink;
  };
  /** Sends this many mails to a provider. @returns their ids */
  const send = async (to: ServedProvider, count = 1, from = 'acme.dev', mailbox = 'ana') => {
    const body = Array.from({ length: count }, (_, at) => ({
      from: `Acme <hello@${from}>`,
      to: servers.addressAt(to, `${mailbox}${at}`),
      subject: `To ${to}`,
      text: 'Hello',
    }));
    const answer = await client.ask({ method: 'POST', path: '/emails/batch', body });
    expect(answer?.status, JSON.stringify(answer?.body)).to.equal(200);
    return ((answer?.body['data'] ?? []) as { id: string }[]).map(({ id }) => id);
  };
  const sendOne = async (to: ServedProvider, from?: string, mailbox?: string) =>
    (await send(to, 1, from, mailbox))[0] ?? '';
  const eventsOf = async (id = '') => (await client.read(`/emails/${id}`))['events'] as Event[];
  /** Waits until recipients have this state. @returns the last events of their emails */
  const allReached = async (ids: readonly (string | undefined)[], state: string) => {
    await eventually(`they are ${state}`, async () => {
      const { rowCount } = await database.pool.query(
        'SELECT FROM email_recipients WHERE email_id = ANY($1) AND state = $2 AND claimed_by IS NULL',
        [ids, state],
      );
      return rowCount === ids.length;
    });
    return (await Promise.all(ids.map(eventsOf))).map((events) => events.at(-1));
  };
  const reached = async (id: string | undefined, state: string) => (await allReached([id], state))[0];
  /** Makes the next attempt due. */
  const makeDue = (...ids: (string | undefined)[]) =>
    database.pool.query(
      'UPDATE email_recipients SET next_attempt_at = now() WHERE email_id = ANY($1) AND woken_at IS NULL',
      [ids],
    );
  const attemptsOf = async (ids: readonly string[]) => {
    const { rows } = await database.pool.query<{ attempts: number }>(
      'SELECT attempts FROM email_recipients WHERE email_id = ANY($1)',
      [ids],
    );
    return rows.map(({ attempts }) => attempts);
  };
  const listDestinations = async (provider: ServedProvider) =>
    (
      await database.pool.query<Destination>(
        `SELECT provider, source, "window", rate, reason, reply, version,
                round(1000 * extract(epoch FROM rests_until - rested_at))::integer AS "restsForMs"
         FROM destinations WHERE provider = $1`,
        [provider],
      )
    ).rows;
  const destinationOf = (
    provider: ServedProvider,
    fits: (destination: Destination) => boolean = () => true,
  ) => eventually(`the row of ${provider}`, async () => (await listDestinations(provider)).find(fits));
  /** The least of its sources. */
  const rateOf = async (provider: ServedProvider) =>
    Math.min(FIRST_RATE, ...(await listDestinations(provider)).map(({ rate }) => rate ?? FIRST_RATE));
  /** Our address in the last try. */
  const sourceOf = async (id: string) => {
    const { dialogue } = (await client.read(`/emails/${id}/trace`)) as { dialogue: { source: string }[] };
    return dialogue.at(-1)?.source;
  };
  /** Waits until mail that was due has been put off again. */
  const putOff = (ids: readonly string[]) =>
    eventually('it is put off', async () => {
      const { rowCount } = await database.pool.query(
        `SELECT FROM email_recipients WHERE email_id = ANY($1) AND destination IS NOT NULL AND claimed_by IS NULL
           AND woken_at IS NULL AND next_attempt_at > now() + interval '1 minute'`,
        [ids],
      );
      return rowCount === ids.length;
    });

  it('narrows the pace of a provider that says slower, and widens its window by success', async () => {
    const sink = servers.sinkOf('google');
    const before = watchOverlaps(sink);
    await allReached(await send('google', MORE_MAILS), 'delivered');
    expect(Math.max(...before), 'mails come at a time').to.be.at.least(1);

    refuse('google', { stage: 'after-data', reply: SLOWER });
    const delayed: string[] = [];
    while (delayed.length < NARROWINGS) {
      delayed.push(await sendOne('google'));
      await reached(delayed.at(-1), 'delivery_delayed');
    }
    const rate = FIRST_RATE / 2 ** NARROWINGS;
    await destinationOf('google', (row) => row.window === 1 && row.rate === rate && row.reason === null);

    sink.clearFaults();
    const overlaps = watchOverlaps(sink);
    await makeDue(...delayed);
    await allReached([...delayed, ...(await send('google', MORE_MAILS))], 'delivered');
    expect(overlaps.slice(0, 2)).to.deep.equal([0, 0], 'one at a time, until one has been taken');
    expect(Math.max(...overlaps), 'more at a time by success').to.be.at.least(1);
  });

  it('hears that it is too fast in the words of each provider', async () => {
    const each = SLOW.map(async ([provider, stage, reply]) => {
      refuse(provider, { stage, reply, times: 1 });
      await reached(await sendOne(provider), 'delivery_delayed');
      await destinationOf(provider, ({ rate, reason }) => rate === FIRST_RATE / 2 && reason === null);
    });
    await Promise.all(each);
  });

  it('fails mail that a provider does not take for real, and names the page of its domain', async () => {
    const reply = '550 5.7.26 Your email has been blocked because the sender is unauthenticated.';
    const recipient = servers.addressAt('google', 'strict0');
    refuse('google', { stage: 'after-data', reply, recipient });
    const rate = await rateOf('google');
    const event = await reached(await sendOne('google', 'pair.dev', 'strict'), 'failed');
    expect(event?.message).to.include(`/domains/${pairDomainId}/compliance`);
    expect(await rateOf('google')).to.equal(rate);
  });

  it('does not take the limits of one recipient for those of a provider', async () => {
    const reply =
      '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents more.';
    const recipient = servers.addressAt('google', 'busy0');
    refuse('google', { stage: 'rcpt', reply, recipient });
    const rate = await rateOf('google');
    await reached(await sendOne('google', 'acme.dev', 'busy'), 'delivery_delayed');
    expect(await rateOf('google')).to.equal(rate);
  });

  it('keeps the mail of an address that a provider blocks, and sends new mail from another one of its pool', async () => {
    const blocked = BLOCKS.map(async ([provider, reply]) => {
      refuse(provider, { stage: 'rcpt', reply, times: 1 });
      const id = await sendOne(provider, 'pair.dev');
      expect(await reached(id, 'delivery_delayed'), reply).to.include({ reason: 'address_blocked' });
      const { source, ...row } = await destinationOf(provider, ({ reason }) => reason === 'blocked');
      expect(row).to.include({ reply, restsForMs: 4 * HOUR_MS });

      const ids = await send(provider, FEW_MAILS, 'pair.dev');
      await allReached(ids, 'delivered');
      const others = PAIR.filter((each) => each !== source);
      expect(new Set(await Promise.all(ids.map(sourceOf)))).to.deep.equal(new Set(others));
      expect((await eventsOf(id)).at(-1)).to.include({ type: 'delivery_delayed' });
      return { id, others };
    });
    const [first] = await Promise.all(blocked);
    const { rowCount } = await database.pool.query('SELECT FROM suppressions');
    expect(rowCount).to.equal(0);

    // Operators take the address away while its mail waits.
    await startWorker(0, first?.others);
    await makeDue(first?.id);
    await reached(first?.id, 'delivered');
  });

  it('lets providers rest that ask for it, over restarts, and goes on from one mail at a time', async () => {
    const resting = RESTS.map(async ([provider, reply, restsForMs]) => {
      const sink = refuse(provider, { stage: 'rcpt', reply });
      const ids = [await sendOne(provider)];
      await reached(ids[0], 'delivery_delayed');
      const row = await destinationOf(provider, ({ reason }) => reason === 'asked');
      expect(row).to.include({ source: SOURCE, reply, restsForMs });
      const { total } = sink.connections();
      ids.push(...(await send(provider, FEW_MAILS)));
      for (const event of await allReached(ids.slice(1), 'delivery_delayed')) {
        expect(event).to.include({ reason: 'service_not_available' });
        expect(event?.message)
          .to.include(provider)
          .and.match(/ until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
      }
      return { provider, sink, row, total, ids };
    });
    const all = await Promise.all(resting);
    const waiting = all.flatMap(({ ids }) => ids.slice(1));
    await putOff(waiting);
    await makeDue(...waiting);
    await putOff(waiting);

    await startWorker(10 * MINUTE_MS);
    waiting.push(await sendOne('yahoo'));
    await makeDue(...waiting);
    await putOff(waiting);
    for (const { provider, sink, row, total } of all) {
      expect(sink.connections().total, provider).to.equal(total);
      expect(await destinationOf(provider, ({ source }) => source === SOURCE)).to.deep.equal(row);
    }
    expect(await attemptsOf(waiting)).to.deep.equal(waiting.map(() => 0));
    const events = await Promise.all(waiting.map(eventsOf));
    const delays = events.map((each) => each.filter(({ type }) => type === 'delivery_delayed').length);
    expect(delays, 'one event for each rest').to.deep.equal(waiting.map(() => 1));

    for (const { sink } of all) sink.clearFaults();
    const overlaps = all.map(({ sink }) => watchOverlaps(sink));
    await startWorker(2 * HOUR_MS + 40 * MINUTE_MS);
    await allReached([...all.map(({ ids }) => ids[0]), ...waiting], 'delivered');
    expect(overlaps.map((each) => each.slice(0, 2))).to.deep.equal(all.map(() => [0, 0]));
  });
});
