// Flow test: a schedule starts an automation for every contact of an audience, while every process is killed again and
// again, at random and at the worst instants: those that start and move the runs and send their mails, the scheduler,
// and the API that shows how far it is. Each contact's run starts once, and its mail is accepted once.
// `npm run test:long` has more contacts. It takes longer than 8 s because two workers have to count as dead, one after the
// other: the one that starts the runs, and one that moves them.
import { expect } from 'chai';
import { expectStatsToEqualRuns, type StatsRecord } from '../support/automations/counted-apart.ts';
import { type TestDatabase, useDatabase } from '../support/database/database.ts';
import { extent, IS_LONG } from '../support/extent.ts';
import { createTemplate } from '../support/factories/template-factories.ts';
import { describeOnOneBackend } from '../support/queues/queue-backends.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { createCrowd, QUICK_LEASE } from './support/crowd.ts';
import { killEach } from './support/killed-processes.ts';
import { prepareProduct } from './support/product.ts';

const CONTACTS = extent('SCHEDULE_FLOW_CONTACTS', 200, 20_000);
const DEADLINE_MS = 400_000 + 20 * CONTACTS;
/** Each process is killed so often, at random instants; in `npm test` only the API is, the workers at planned ones. */
const DEATHS_EACH = extent('SCHEDULE_FLOW_DEATHS', 1, 4);
/** When the schedule is due, after it was asked for. */
const DUE_AFTER_MS = 1_000;
/** The first crashes of the worker that is alone at first: it begins the schedule, counts, and does one step. */
const FIRST_CRASHES = IS_LONG
  ? ['walk-stepped:3', 'walk-commit-sent:3']
  : ['walk-commit-sent:3', 'automation-commit-sent:1'];
const SECOND_CRASHES = IS_LONG
  ? ['automation-claimed:2', 'automation-commit-sent:2']
  : ['automation-commit-sent:1'];

interface Batch {
  status: string;
  counts: { total: number | null; done: number; skipped: number; failed: number };
}

describeOnOneBackend('postgres', 'a schedule, with processes that are killed', (backend) => {
  const database = useDatabase();
  let batch: Batch;
  let deaths: number;
  let stats: StatsRecord;

  before(async function () {
    this.timeout(DEADLINE_MS);
    const { apiKey, domain, accountId } = await createCrowd(database, CONTACTS);
    const product = await prepareProduct({
      databaseUrl: database.url,
      redisUrl: backend.redisUrl,
      sink: { keepRaw: false },
      logLevel: 'silent',
      more: QUICK_LEASE,
    });
    const client = createApiClient({ url: product.url, apiKey, connections: 1 });
    try {
      const [api, first] = await Promise.all([
        product.startApi(),
        product.startWorker(['bulk', 'schedule'], FIRST_CRASHES),
      ]);
      const path = await createAutomation(database, client, { accountId, domain: domain.name });
      await eventually('the first worker has died', () => first.deaths() > 0, DEADLINE_MS);
      const second = await product.startWorker('bulk', SECOND_CRASHES);
      await killEach(IS_LONG ? [api, first, second] : [api], DEATHS_EACH);
      await eventually('every run has ended', () => haveEnded(database), DEADLINE_MS);
      deaths = first.deaths() + second.deaths();
      const { data } = await client.read(`${path}/batches`);
      batch = (data as Batch[])[0] ?? expect.fail();
      await eventually('the runs are counted', async () => {
        stats = (await client.read(`${path}/stats`)) as unknown as StatsRecord;
        return stats.counted_at !== null;
      });
    } finally {
      await client.close();
      await product.stop();
    }
  });

  const count = async (what: string) => (await database.pool.query(what)).rows;

  it('starts one run for each contact, and counts it once, though workers die while they start and move the runs', async () => {
    expect(deaths).to.be.at.least(2);
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

/** Creates an automation that is soon due. @returns its path */
async function createAutomation(
  { pool }: TestDatabase,
  client: ApiClient,
  { accountId, domain }: { accountId: string; domain: string },
): Promise<string> {
  const { id: template } = await createTemplate(pool, accountId, { from: `Flow <flow@${domain}>` });
  const steps = [
    { key: 'delay', type: 'delay', config: { duration: '1 second' } },
    { key: 'mail', type: 'send_email', config: { template: { id: template } } },
  ];
  const automation = { name: 'Sale', status: 'enabled', trigger: 'service:schedule', steps };
  // Again when the time has passed before the request was read.
  const id = await eventually('the automation is made', async () => {
    const at = new Date(Date.now() + DUE_AFTER_MS).toISOString();
    const body = { ...automation, trigger_config: { at, timezone: 'UTC' } };
    const answer = await client.ask({ method: 'POST', path: '/automations', body });
    return answer?.status === 201 && answer.body['id'];
  });
  return `/automations/${id}`;
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
