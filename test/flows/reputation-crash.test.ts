// Flow test: a domain whose mail bounces is paused while it sends, with API, workers and scheduler killed again and again.
// What was accepted waits and is sent after the lift, no more a day than the capacity, each mail once; another domain of the
// account sends on. Days go by as the processes are started with other clocks. Its short form takes more than 8 s: they start
// three times, and what a dead worker held is free after four seconds, twice.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/platform/time/durations.ts';
import { useDatabase } from '../support/database/database.ts';
import { extent, IS_LONG } from '../support/extent.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { QUICK_LEASE } from './support/crowd.ts';
import { killEach } from './support/killed-processes.ts';
import { type Product, prepareProduct } from './support/product.ts';
import type { Supervised } from './support/supervised.ts';

const EMAILS = extent('REPUTATION_FLOW_EMAILS', 300, 5_000);
const BATCH = 50;
/** Every third address of the bad domain does not exist. */
const BAD_EACH = 3;
/** So slow that much is not sent yet when workers learn of the pause, which takes two seconds. */
const SLOW_MS = extent('REPUTATION_FLOW_SLOW_MS', 300, 30);
const SMTP_MAX_CONNECTIONS = String(extent('REPUTATION_FLOW_CONNECTIONS', 5, 20));
const DEATHS_EACH = extent('REPUTATION_FLOW_DEATHS', 1, 2);

const DEADLINE_MS = 300_000 + 60 * EMAILS;
/** The capacity of the first day of a recovery from nearly no mail. */
const CAPACITY = 50;
/** Noon: no day ends while the flow runs. */
const NOON_MS = DAY_MS / 2 - (Date.now() % DAY_MS);

describe('A domain that is paused and lifted, with processes that are killed', function () {
  this.timeout(DEADLINE_MS);
  const database = useDatabase();
  let product: Product;
  let client: ApiClient;
  let bad: { id: string; name: string };
  let good: { id: string; name: string };
  let running: Supervised[] = [];
  let refusal: Awaited<ReturnType<ApiClient['ask']>>;
  let accepted = 0;
  let asked = 0;
  let sentBeforeLift = 0;

  const query = async <Row>(text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as Row[];

  const clockOf = (offsetMs: number) => ({ CLOCK_OFFSET_MS: String(NOON_MS + offsetMs) });
  /** Starts the workers with their clocks moved; what ran before has ended. */
  async function startWorkers(
    offsetMs: number,
    crashes: { claimed?: string[]; answered?: string[] } = {},
  ): Promise<void> {
    await Promise.all(running.map((process) => process.stop()));
    const own = clockOf(offsetMs);
    running = await Promise.all([
      product.startWorker('send', crashes.claimed, own),
      product.startWorker(IS_LONG ? 'send' : ['send', 'schedule'], crashes.answered, own),
      ...(IS_LONG ? [product.startWorker('schedule', [], own)] : []),
    ]);
  }

  before(async () => {
    product = await prepareProduct({
      databaseUrl: database.url,
      logLevel: 'silent',
      more: { ...QUICK_LEASE, SMTP_MAX_CONNECTIONS },
      sink: {
        keepRaw: false,
        keepHeader: 'Subject',
        faults: [
          { stage: 'after-data', kind: 'delay', ms: SLOW_MS },
          ...Array.from({ length: EMAILS / BAD_EACH }, (_, place) => ({
            stage: 'rcpt' as const,
            kind: 'answer' as const,
            recipient: addressOf(place * BAD_EACH),
            reply: '550 5.1.1 no such user',
          })),
        ],
      },
    });
    const { accountId, token: apiKey } = await createApiKey(database.pool);
    bad = await createDomain(database.pool, accountId);
    good = await createDomain(database.pool, accountId);
    const api = product.startApi(clockOf(0));
    await startWorkers(0, { claimed: ['send-claimed:40'], answered: ['send-answered:40'] });
    running.push(await api);
    client = createApiClient({ url: product.url, apiKey, connections: 1 });
    const killing = killEach(running, DEATHS_EACH);
    refusal = await sendUntilRefused();
    await killing;
    await eventually('all that was accepted is done or held', isAllDoneOrHeld, DEADLINE_MS);
    sentBeforeLift = countSent(bad);
  });
  after(async () => {
    await client.close();
    await product.stop();
  });

  const addressesOf = (begin: number) =>
    Array.from({ length: BATCH }, (_, place) => addressOf(begin + place));
  const sendBatch = (domain: { name: string }, addresses: readonly string[]) =>
    client.ask({
      method: 'POST',
      path: '/emails/batch',
      body: addresses.map((to) => ({
        from: `ana@${domain.name}`,
        to,
        subject: `${domain.name} ${to}`,
        text: 'x',
      })),
    });

  async function sendUntilRefused() {
    for (let begin = 0; begin < EMAILS; begin += BATCH) {
      const answer = await sendBatch(bad, addressesOf(begin));
      if (answer?.status === 403) return answer;
      if (answer?.status === 200) accepted += BATCH;
    }
    const isRefused = async () => {
      // Those that have bounced are suppressed, which is refused first.
      asked += 1;
      const last = await sendBatch(bad, [`new${asked}@customer.dev`]);
      return last?.status === 403 && last;
    };
    return await eventually('it is refused', isRefused, DEADLINE_MS);
  }

  async function isAllDoneOrHeld(): Promise<boolean> {
    const rows = await query(
      `SELECT FROM email_recipients JOIN emails ON emails.id = email_id
       WHERE state IN ('queued', 'sending', 'delivery_delayed')
         AND (claimed_by IS NOT NULL OR woken_at IS NOT NULL OR next_attempt_at <= now() + $1::interval) LIMIT 1`,
      [`${NOON_MS} milliseconds`],
    );
    return rows.length === 0;
  }

  const countSent = ({ name }: { name: string }) =>
    new Set(product.sink.messages.map(({ header }) => header).filter((subject) => subject?.includes(name)))
      .size;
  const countHeld = async () =>
    (await query(`SELECT FROM email_recipients WHERE state IN ('queued', 'sending', 'delivery_delayed')`))
      .length;

  it('is refused soon after the bounces, naming them', () => {
    expect(refusal?.body).to.include({ name: 'reputation_paused', statusCode: 403 });
    expect(refusal?.body['message']).to.include('bounced').and.include(bad.name);
  });

  it('has its mail held, and none lost', async () => {
    const states = await query<{ state: string; count: number }>(
      'SELECT state, count(*)::integer FROM email_recipients GROUP BY state',
    );
    const ofAll = states.reduce((sum, { count }) => sum + count, 0);
    expect(ofAll).to.be.at.least(accepted);
    expect(states.map(({ state }) => state)).to.include.members(['queued', 'bounced']);
    const [{ late } = { late: 0 }] = await query<{ late: number }>(
      `SELECT count(*)::integer AS late FROM email_recipients
       WHERE state = 'queued' AND (attempts > 0 OR next_attempt_at > now() + $1::interval + interval '20 minutes')`,
      [`${NOON_MS} milliseconds`],
    );
    expect(late, 'no attempt is used up, and none waits longer than 20 minutes').to.equal(0);
  });

  it('does not stop another domain of its account', async () => {
    const answer = await sendBatch(
      good,
      addressesOf(1).filter((_, place) => (place + 1) % BAD_EACH !== 0),
    );
    expect(answer?.status, JSON.stringify(answer?.body)).to.equal(200);
    const { length } = addressesOf(1).filter((_, place) => (place + 1) % BAD_EACH !== 0);
    await eventually('its mail is sent', () => countSent(good) === length, DEADLINE_MS);
    // A server has a mail before its worker has written that down: until then it would count as held.
    await eventually('and recorded', isAllDoneOrHeld, DEADLINE_MS);
  });

  it('sends its held mail after the lift, within 25 minutes, and no more a day than its capacity', async () => {
    // Whose addresses were wrong has made them right: the rest would be paused again.
    product.sink.clearFaults();
    const environment = {
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      CLOCK_OFFSET_MS: String(NOON_MS),
    };
    const lifted = await runCommand(['lift-reputation', bad.name], environment);
    expect(lifted.code, lifted.stderr).to.equal(0);
    const held = await countHeld();
    await startWorkers(25 * MINUTE_MS);
    await killEach(running, 1);
    await eventually('all of it has had its turn', isAllDoneOrHeldUntilTomorrow, DEADLINE_MS);
    const left = countSent(bad) - sentBeforeLift;
    expect(left).to.be.at.most(CAPACITY);
    expect(await countCharged()).to.equal(Math.min(CAPACITY, held));
    expect(await countUsed()).to.equal(await countCharged());
    if (held > CAPACITY) expect(await countHeld()).to.equal(held - CAPACITY);
  });

  it('sends the rest on the next day, each mail once', async () => {
    await startWorkers(DAY_MS);
    await eventually('nothing is held any more', async () => (await countHeld()) === 0, DEADLINE_MS);
    const [{ delivered, freed } = { delivered: 0, freed: 0 }] = await query<{
      delivered: number;
      freed: number;
    }>(
      `SELECT count(*) FILTER (WHERE state = 'delivered')::integer AS delivered, sum(worker_deaths)::integer AS freed
       FROM email_recipients`,
    );
    const subjects = product.sink.messages.map(({ header }) => header);
    expect(new Set(subjects).size).to.equal(delivered);
    expect(subjects.length - delivered).to.be.at.most(freed);
  });

  it('has a state that its days explain', async () => {
    const [counted] = await query<{ judged: number; bounced: number }>(
      `SELECT sum(judged)::integer AS judged, sum(bounced)::integer AS bounced FROM sending_days WHERE domain_id = $1`,
      [bad.id],
    );
    const [recipients] = await query(
      `SELECT count(*)::integer AS judged, (count(*) FILTER (WHERE state = 'bounced'))::integer AS bounced
       FROM email_recipients JOIN emails ON emails.id = email_id
       WHERE domain_id = $1 AND state IN ('delivered', 'bounced')`,
      [bad.id],
    );
    expect(counted).to.deep.equal(recipients);
  });

  /** Held mail that did not fit waits for 00:00 UTC. */
  async function isAllDoneOrHeldUntilTomorrow(): Promise<boolean> {
    const rows = await query(
      `SELECT FROM email_recipients WHERE state IN ('queued', 'sending', 'delivery_delayed')
       AND (claimed_by IS NOT NULL OR woken_at IS NOT NULL OR next_attempt_at < now() + $1::interval + interval '6 hours')
       LIMIT 1`,
      [`${NOON_MS} milliseconds`],
    );
    return rows.length === 0;
  }
  const countCharged = async () =>
    (await query('SELECT FROM email_recipients WHERE charged_on IS NOT NULL')).length;
  const countUsed = async () =>
    (await query<{ used: number }>('SELECT used FROM capacity_use WHERE subject_id = $1', [bad.id]))[0]?.used;
});

function addressOf(place: number): string {
  return `r${place}@customer.dev`;
}
