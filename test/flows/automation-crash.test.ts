// Flow test: runs of five steps, two of them mails, while every process is killed again and again, at random and at the
// worst instants: the API that takes the events, the workers that move the runs and send the mails, and the scheduler.
// Each event starts one run, each run ends once, and each of its mails is accepted once. `npm run test:long` plays more
// of them, of the same shape.
import { setTimeout as pauseOf } from 'node:timers/promises';
import { expect } from 'chai';
import { type TestDatabase, useDatabase } from '../support/database/database.ts';
import { extent } from '../support/extent.ts';
import { createAutomation, waitFor } from '../support/factories/automation-factories.ts';
import { createTemplate } from '../support/factories/template-factories.ts';
import { describeOnOneBackend } from '../support/queues/queue-backends.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { createCrowd, QUICK_LEASE } from './support/crowd.ts';
import { killEach } from './support/killed-processes.ts';
import { prepareProduct } from './support/product.ts';

const RUNS = extent('AUTOMATION_FLOW_RUNS', 60, 4_000);
const LANES = 10;
const STEPS = 5;
const DEADLINE_MS = 400_000 + 40 * RUNS;
const RETRY_MS = 100;
/** Each worker is killed so often, at random instants; in `npm test` at the worst ones only. */
const DEATHS_EACH = Math.floor(RUNS / 1_000);
const API_DEATHS = Math.max(1, DEATHS_EACH);
/**
 * The moments at which a faulty design would lose a move or make it twice: those of the first lives of the two workers.
 * The second ones do not come when the other worker has done all the work by then.
 */
const WORST_MOMENTS = [
  ['automation-moved:2', 'automation-claimed:2'],
  ['accept-commit-sent:1', 'automation-commit-sent:2'],
];

/** Every second person answers. */
const answers = (person: number) => person % 2 === 0;
const addressOf = (person: number) => `person${person}@customer.dev`;

describeOnOneBackend('redis', 'runs of automations, with processes that are killed', (backend) => {
  const database = useDatabase();
  /** API, two workers of runs, of which one sends and one schedules. */
  let deaths: number[];

  before(async function () {
    this.timeout(DEADLINE_MS);
    const owner = await createOwner(database);
    const product = await prepareProduct({
      databaseUrl: database.url,
      redisUrl: backend.redisUrl,
      sink: { keepRaw: false },
      logLevel: 'silent',
      more: QUICK_LEASE,
    });
    const [api, ...workers] = await Promise.all([
      product.startApi(),
      product.startWorker(['automation', 'send'], WORST_MOMENTS[0]),
      product.startWorker(['automation', 'schedule'], WORST_MOMENTS[1]),
    ]);
    const { url } = product;
    const client = createApiClient({ url, apiKey: owner.apiKey, connections: 2 * LANES });
    try {
      await Promise.all([
        playEverybody(database, client, owner.domain.name),
        killEach([api], API_DEATHS),
        killEach(workers, DEATHS_EACH),
      ]);
      await eventually('every run has ended', () => haveEnded(database), DEADLINE_MS);
      deaths = [api, ...workers].map((process) => process.deaths());
    } finally {
      await client.close();
      await product.stop();
    }
  });

  const count = async (what: string) => (await database.pool.query(what)).rows;

  it('start one run for each event, however often its request was repeated', async () => {
    const found = await count(
      'SELECT count(*)::integer AS runs, count(DISTINCT contact_id)::integer AS contacts FROM automation_runs',
    );
    expect(found).to.deep.equal([{ runs: RUNS, contacts: RUNS }]);
    const events = await count(
      `SELECT name, count(*)::integer AS count FROM received_events GROUP BY name ORDER BY name`,
    );
    expect(events[1]).to.deep.equal({ name: 'begin', count: RUNS });
    expect(events[0]).to.deep.equal({ name: 'answer', count: Math.ceil(RUNS / 2) });
  });

  it('end although each process was killed, the workers of runs also at the worst moments', () => {
    const [api, first = 0, second = 0] = deaths;
    expect(api).to.equal(API_DEATHS);
    expect(first + second).to.be.within(2 * DEATHS_EACH + 2, 2 * DEATHS_EACH + 4);
  });

  it('end each run once, after all of its steps', async () => {
    expect(
      await count('SELECT status, count(*)::integer FROM automation_runs GROUP BY status'),
    ).to.deep.equal([{ status: 'completed', count: RUNS }]);
    const steps = await count(`
      SELECT status, count(*)::integer AS steps, count(DISTINCT run_id)::integer AS runs FROM automation_step_runs
      GROUP BY status`);
    expect(steps).to.deep.equal([{ status: 'completed', steps: STEPS * RUNS, runs: RUNS }]);
  });

  it('accept each mail of each run once', async () => {
    const mails = await count(`
      SELECT subject, count(*)::integer AS mails, count(DISTINCT to_addresses)::integer AS people FROM emails
      GROUP BY subject ORDER BY subject`);
    expect(mails).to.deep.equal([
      { subject: 'Goodbye', mails: RUNS, people: RUNS },
      { subject: 'Hello', mails: RUNS, people: RUNS },
    ]);
  });

  it('change the contacts of the runs whose wait an event has ended, and no others', async () => {
    const wrong = await count(`
      SELECT contacts.email FROM automation_step_runs AS step
      JOIN automation_runs AS run ON run.id = run_id JOIN contacts ON contacts.id = contact_id
      WHERE step.key = 'wait_answer'
        AND (last_name IS NOT DISTINCT FROM 'Of ' || contacts.email) <> (output ->> 'result' = 'event_received')`);
    expect(wrong).to.deep.equal([]);
  });
});

async function createOwner(database: TestDatabase) {
  const { pool } = database;
  const owner = await createCrowd(database, RUNS);
  const { accountId, domain } = owner;
  const mail = async (subject: string) => {
    const { id } = await createTemplate(pool, accountId, { from: `Flow <flow@${domain.name}>`, subject });
    return { type: 'send_email' as const, config: { template: { id } } };
  };
  await createAutomation(pool, accountId, {
    domainId: domain.id,
    trigger: 'begin',
    steps: [
      { key: 'hello', ...(await mail('Hello')) },
      waitFor('answer', { timeout: '1 second' }),
      { key: 'update', type: 'contact_update', config: { last_name: { var: 'wait_events.answer.word' } } },
      { key: 'delay', type: 'delay', config: { duration: '1 second' } },
      { key: 'goodbye', ...(await mail('Goodbye')) },
    ],
  });
  return owner;
}

/** Sends the events of all persons; each is repeated until it is answered. */
async function playEverybody(database: TestDatabase, client: ApiClient, domain: string): Promise<void> {
  const send = async (event: string, person: number) => {
    const email = addressOf(person);
    const body = { event, domain, email, payload: { word: `Of ${email}` } };
    const question = { method: 'POST' as const, path: '/events/send', body, key: `${event} ${person}` };
    while ((await client.ask(question))?.status !== 202) {
      await endReservations(database);
      await pauseOf(RETRY_MS);
    }
  };
  let next = 0;
  const lane = async () => {
    while (next < RUNS) {
      const person = next++;
      await send('begin', person);
      if (answers(person)) await send('answer', person);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** The keys of a dead process are held for ten seconds; a live process may lose them at any time. */
async function endReservations({ pool }: TestDatabase): Promise<void> {
  await pool.query('UPDATE idempotency_keys SET lease_until = clock_timestamp() WHERE status_code IS NULL');
}

async function haveEnded({ pool }: TestDatabase): Promise<boolean> {
  const { rowCount } = await pool.query(`SELECT FROM automation_runs WHERE status = 'running' LIMIT 1`);
  return rowCount === 0;
}
