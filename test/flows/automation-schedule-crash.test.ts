// Flow test: a schedule starts an automation for every contact of an audience, while every process is killed again and
// again, at random and at the worst instants: those that start and move the runs and send their mails, the scheduler,
// and the API that shows how far it is. Each contact's run starts once, and its mail is accepted once.
// `SCHEDULE_FLOW_CONTACTS=1000000` is the full size; the default has the same shape, but is smaller.
import { expect } from 'chai';
import { freePort } from '../../dev/ports.ts';
import { expectStatsToEqualRuns, type StatsRecord } from '../support/automations/counted-apart.ts';
import { type TestDatabase, useDatabase } from '../support/database.ts';
import { TEST_SECRET_KEY } from '../support/dkim-key.ts';
import { eventually } from '../support/eventually.ts';
import { createApiKey, createDomain } from '../support/factories.ts';
import { describeOnEachBackend } from '../support/queue-backends.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { createTemplate } from '../support/template-factories.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { killEach } from './support/killed-processes.ts';
import { flowEnvironment, type Supervised, supervise } from './support/supervised.ts';

/** On each backend. */
const CONTACTS = Number(process.env['SCHEDULE_FLOW_CONTACTS'] ?? 5_000);
/** A twentieth of the usual interval: a dead worker is detected after three seconds. */
const LEASE_RENEW_MS = 250;
const DEADLINE_MS = 120_000 + 20 * CONTACTS;
/** Each process is killed so often, at random instants. */
const DEATHS_EACH = 2 + Math.floor(CONTACTS / 50_000);
/** When the schedule is due, after it was asked for. */
const DUE_AFTER_MS = 2_000;
/** Of the worker that is alone at first: it begins the schedule and does one step. */
const FIRST_CRASHES = ['batch-stepped:2', 'batch-commit-sent:2'];
const SECOND_CRASHES = ['automation-claimed:2', 'automation-commit-sent:2'];

const INSERT_CONTACTS = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
  SELECT uuid_v7(now()), account_id, audience_id, 'person' || n || '@customer.dev', 'person' || n || '@customer.dev',
         now(), now()
  FROM domains, generate_series(0, $1::integer - 1) AS n`;

interface Batch {
  status: string;
  counts: { total: number | null; done: number; skipped: number; failed: number };
}

describeOnEachBackend('a schedule, with processes that are killed', (backend) => {
  const database = useDatabase();
  let batch: Batch;
  let stats: StatsRecord;

  before(async function () {
    this.timeout(DEADLINE_MS);
    const { apiKey, domain, accountId } = await createOwner(database);
    const sink = await startSmtpSink({ keepRaw: false });
    const port = await freePort();
    const environment = {
      ...flowEnvironment({
        ...{ databaseUrl: database.url, redisUrl: backend.redisUrl, smtpUrl: sink.url, port },
        ...{ secretKey: TEST_SECRET_KEY, logLevel: 'silent' },
      }),
      LEASE_RENEW_MS: String(LEASE_RENEW_MS),
    };
    const worker = (group: string, crashes: readonly string[] = []) =>
      supervise({ command: ['workers/main.ts', group], environment, crashes });
    const processes: Supervised[] = [];
    const client = createApiClient({ url: `http://127.0.0.1:${port}`, apiKey, connections: 1 });
    try {
      processes.push(
        ...(await Promise.all([
          supervise({ command: ['api/main.ts'], environment }),
          worker('schedule'),
          worker('bulk', FIRST_CRASHES),
        ])),
      );
      const path = await createAutomation(database, client, { accountId, domain });
      await eventually('the first worker has died', () => (processes[2]?.deaths() ?? 0) > 0, DEADLINE_MS);
      processes.push(await worker('bulk', SECOND_CRASHES));
      await killEach(processes, DEATHS_EACH);
      await eventually('every run has ended', () => haveEnded(database), DEADLINE_MS);
      const { data } = await client.read(`${path}/batches`);
      batch = (data as Batch[])[0] ?? expect.fail();
      await eventually('the runs are counted', async () => {
        stats = (await client.read(`${path}/stats`)) as unknown as StatsRecord;
        return stats.counted_at !== null;
      });
    } finally {
      await client.close();
      await Promise.all(processes.map((process) => process.stop()));
      await sink.stop();
    }
  });

  const count = async (what: string): Promise<Record<string, number>[]> =>
    (await database.pool.query(what)).rows;

  it('starts one run for each contact, and counts it once', async () => {
    expect(batch.status).to.equal('completed');
    expect(batch.counts).to.deep.equal({ total: CONTACTS, done: CONTACTS, skipped: 0, failed: 0 });
    const found = await count(`
      SELECT status, lane, count(*)::integer AS runs, count(DISTINCT contact_id)::integer AS contacts
      FROM automation_runs GROUP BY status, lane`);
    expect(found).to.deep.equal([{ status: 'completed', lane: 'bulk', runs: CONTACTS, contacts: CONTACTS }]);
  });

  it('accepts the mail of each run once, in the lane of campaigns', async () => {
    const mails = await count(`
      SELECT lane, count(*)::integer AS mails, count(DISTINCT address)::integer AS people FROM email_recipients
      GROUP BY lane`);
    expect(mails).to.deep.equal([{ lane: 'campaign', mails: CONTACTS, people: CONTACTS }]);
  });

  it('shows the figures of the runs that there are', async () => {
    await expectStatsToEqualRuns(database.pool, stats);
  });
});

async function createOwner({ pool }: TestDatabase) {
  const { accountId, token: apiKey } = await createApiKey(pool);
  const { name: domain } = await createDomain(pool, accountId, { isDefault: true });
  await pool.query(INSERT_CONTACTS, [CONTACTS]);
  return { accountId, domain, apiKey };
}

/** Creates an automation that is soon due. @returns its path */
async function createAutomation(
  { pool }: TestDatabase,
  client: ApiClient,
  { accountId, domain }: { accountId: string; domain: string },
): Promise<string> {
  const { id: template } = await createTemplate(pool, accountId, { from: `Flow <flow@${domain}>` });
  const body = {
    name: 'Sale',
    status: 'enabled',
    trigger: 'service:schedule',
    trigger_config: { at: new Date(Date.now() + DUE_AFTER_MS).toISOString(), timezone: 'UTC' },
    steps: [
      { key: 'delay', type: 'delay', config: { duration: '1 second' } },
      { key: 'mail', type: 'send_email', config: { template: { id: template } } },
    ],
  };
  const answer = await client.ask({ method: 'POST', path: '/automations', body });
  expect(answer?.status, JSON.stringify(answer?.body)).to.equal(201);
  return `/automations/${answer?.body['id']}`;
}

/** The batch, the runs, and their mails. */
async function haveEnded({ pool }: TestDatabase): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT (SELECT count(*) FROM automation_batch_work WHERE ended_at IS NULL)::integer
            + (SELECT count(*) FROM (SELECT FROM automation_runs WHERE status = 'running' LIMIT 1) AS run)::integer
            + (SELECT count(*) FROM (
                 SELECT FROM email_recipients WHERE next_attempt_at IS NOT NULL LIMIT 1) AS mail)::integer AS left`,
  );
  return rows[0]?.left === 0;
}
