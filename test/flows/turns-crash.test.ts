// Flow test: an account brings more mail than the workers carry, so that most of it sleeps until its turn, while workers and
// scheduler are killed again and again. Nothing is lost, nothing is sent twice but what a dead worker may have sent, and the
// mail of accounts that send a little overtakes.
import { expect } from 'chai';
import { type TestDatabase, useDatabase } from '../support/database/database.ts';
import { extent, IS_LONG } from '../support/extent.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { describeOnOneBackend } from '../support/queues/queue-backends.ts';
import { eventually } from '../support/time/eventually.ts';
import { createApiClient } from './support/api-client.ts';
import { QUICK_LEASE } from './support/crowd.ts';
import { killEach } from './support/killed-processes.ts';
import { type Product, prepareProduct } from './support/product.ts';

/** The emails of the large account; each goes to fifty recipients, and no more than 1,500 of these begin awake. */
const EMAILS = extent('TURNS_FLOW_EMAILS', 46, 1_000);
const RECIPIENTS_EACH = 50;
const LARGE = EMAILS * RECIPIENTS_EACH;
const SMALL_ACCOUNTS = 3;
const SMALL_EACH = 5;
const BATCH_MAX = 100;
/** Each mail occupies a connection for this long, so that they take a while. */
const SLOW_MS = extent('TURNS_FLOW_SLOW_MS', 60, 100);
const DEATHS_EACH = extent('TURNS_FLOW_DEATHS', 1, 2);
const DEADLINE_MS = 240_000 + 40 * LARGE;

interface Account {
  apiKey: string;
  from: string;
}

describeOnOneBackend('redis', 'accounts that take turns, with processes that are killed', (backend) => {
  const database = useDatabase();
  let product: Product;
  let asleep = 0;
  /** How much had arrived when each small mail was answered, by subject. */
  const acceptedAt = new Map<string, number>();

  before(async function () {
    this.timeout(DEADLINE_MS);
    product = await prepareProduct({
      databaseUrl: database.url,
      redisUrl: backend.redisUrl,
      logLevel: 'silent',
      more: QUICK_LEASE,
      sink: {
        keepRaw: false,
        keepHeader: 'Subject',
        faults: [{ stage: 'after-data', kind: 'delay', ms: SLOW_MS }],
      },
    });
    const [, ...killed] = await Promise.all([
      product.startApi(),
      product.startWorker('send', ['send-claimed:300']),
      product.startWorker(IS_LONG ? 'send' : ['send', 'schedule'], ['send-answered:300']),
      ...(IS_LONG ? [product.startWorker('schedule')] : []),
    ]);
    await acceptLarge(product.url, await createAccount(database));
    asleep = await countAsleep(database);
    await Promise.all([acceptSmall(database, product, acceptedAt), killEach(killed, DEATHS_EACH)]);
    await eventually('every recipient has an outcome', () => isAllDone(database), DEADLINE_MS);
  });
  after(() => product.stop());

  const count = async (what: string) => (await database.pool.query(what)).rows;

  it('have what is beyond their share accepted asleep', () => {
    expect(asleep).to.be.above(LARGE / 4);
  });

  it('lose nothing', async () => {
    const states = await count('SELECT state, count(*)::integer FROM email_recipients GROUP BY state');
    expect(states).to.deep.equal([{ state: 'delivered', count: LARGE + SMALL_ACCOUNTS * SMALL_EACH }]);
    expect(new Set(arrivals(product))).to.have.property('size', LARGE + SMALL_ACCOUNTS * SMALL_EACH);
  });

  it('send nothing twice but what a dead worker may have sent', async () => {
    const [found] = await count('SELECT sum(worker_deaths)::integer AS freed FROM email_recipients');
    const all = arrivals(product);
    expect(all.length - new Set(all).size).to.be.at.most(found.freed);
  });

  it('overtake an account that has brought much', async () => {
    // A dead worker holds what it had claimed until its lease is over, which says nothing of turns.
    const held = await count(
      'SELECT subject FROM emails JOIN email_recipients ON email_id = emails.id WHERE worker_deaths > 0',
    );
    const heldSubjects = new Set(held.map(({ subject }) => subject));
    const overtaken = [...acceptedAt]
      .filter(([subject]) => !heldSubjects.has(subject))
      .map(([subject, place]) => shareOvertaken(subject, place));
    expect(overtaken).to.have.property('length').that.is.above(0);
    overtaken.sort((one, other) => one - other);
    // In the order of acceptance all would have about 0.01. Those whose wake-up died with its worker wait for the sweeper for
    // seconds, in which a fast machine sends much: a death may take most of them, but not all.
    const at = (share: number) => overtaken[Math.floor(overtaken.length * share)];
    expect(at(1 / 2), overtaken.join()).to.be.above(0.05);
    expect(at(2 / 3), overtaken.join()).to.be.above(0.25);
  });

  /** The share of the mail still to come when this one was accepted that came after it. */
  function shareOvertaken(subject: string, place: number): number {
    const all = arrivals(product);
    const arrival = all.findIndex((arrived) => arrived.includes(subject));
    return (all.length - arrival) / (all.length - place);
  }
});

async function createAccount({ pool }: TestDatabase): Promise<Account> {
  const { accountId, token: apiKey } = await createApiKey(pool);
  const domain = await createDomain(pool, accountId);
  return { apiKey, from: `ana@${domain.name}` };
}

/** All of it is accepted before anything is killed. */
async function acceptLarge(url: string, { apiKey, from }: Account): Promise<void> {
  const client = createApiClient({ url, apiKey, connections: 1 });
  const to = Array.from({ length: RECIPIENTS_EACH }, (_, place) => `r${place}@customer.dev`);
  const emails = Array.from({ length: EMAILS }, (_, email) => ({
    from,
    to,
    subject: `large ${email}`,
    text: 'x',
  }));
  for (let begin = 0; begin < EMAILS; begin += BATCH_MAX) {
    const body = emails.slice(begin, begin + BATCH_MAX);
    const answer = await client.ask({ method: 'POST', path: '/emails/batch', body });
    expect(answer?.status, JSON.stringify(answer?.body)).to.equal(200);
  }
  await client.close();
}

/** Mail of the others, one after the other, as mail of the first arrives. */
async function acceptSmall(
  database: TestDatabase,
  { url, sink }: Product,
  acceptedAt: Map<string, number>,
): Promise<void> {
  for (let account = 0; account < SMALL_ACCOUNTS; account += 1) {
    const { apiKey, from } = await createAccount(database);
    const client = createApiClient({ url, apiKey, connections: 1 });
    await sink.waitFor(((account + 1) * LARGE) / 10, DEADLINE_MS);
    for (let mail = 0; mail < SMALL_EACH; mail += 1) {
      const subject = `small ${account} ${mail}`;
      const body = { from, to: 'bo@customer.dev', subject, text: 'x' };
      const answer = await client.ask({ method: 'POST', path: '/emails', body });
      expect(answer?.status, JSON.stringify(answer?.body)).to.equal(200);
      acceptedAt.set(subject, sink.messages.length);
    }
    await client.close();
  }
}

async function countAsleep({ pool }: TestDatabase): Promise<number> {
  const { rowCount } = await pool.query(
    'SELECT FROM email_recipients WHERE next_attempt_at IS NOT NULL AND woken_at IS NULL AND claimed_by IS NULL',
  );
  return rowCount ?? 0;
}

async function isAllDone({ pool }: TestDatabase): Promise<boolean> {
  const { rowCount } = await pool.query(
    'SELECT FROM email_recipients WHERE next_attempt_at IS NOT NULL LIMIT 1',
  );
  return rowCount === 0;
}

/** Which mail has arrived at whom, in order. */
function arrivals({ sink }: Product): string[] {
  return sink.messages.map(({ header, to }) => `${header?.trim()} ${to.join()}`);
}
