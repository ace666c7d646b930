// The gauges that every process has of the whole service: queues, rows of work, stopped sending, database pools. Tested
// on real queues of both backends, and with an unavailable or slow server.
import { expect } from 'chai';
import { Registry } from 'prom-client';
import { createLog } from '../../../shared/platform/log/log.ts';
import type { Queues } from '../../../shared/platform/queues/connect.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { collectServiceMetrics } from '../../../shared/resources/service-metrics.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createAccount, createDomain, createEmail } from '../../support/factories/factories.ts';
import { makePaused, makeRecovering, makeWarmingUp } from '../../support/factories/reputation-factories.ts';
import { describeOnEachBackend } from '../../support/queues/queue-backends.ts';
import { connectTestQueues } from '../../support/queues/queues.ts';
import { eventually } from '../../support/time/eventually.ts';

const log = createLog({ level: 'silent', process: 'test' });
/** A scrape must be answered before Prometheus gives up. */
const SCRAPE_MAX_MS = 10_000;

/** The series of a metric: labels as Prometheus writes them → value. */
async function seriesOf(registry: Registry, name: string): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));
  return Object.fromEntries(
    lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

describeOnEachBackend('The metrics of the service', (backend) => {
  let queues: Queues;
  after(() => queues.close());
  const database = useDatabase();
  before(async () => {
    queues = connectTestQueues({ databaseUrl: database.url, redisUrl: backend.redisUrl });
    await eventually('the queue takes a write', () => queues.checkWrite().then(() => true));
  });
  beforeEach(async () => {
    await queues.all()[0]?.obliterate({ force: true });
    await queues.all()[0]?.resume();
  });
  const scrape = (name: string, parts: Partial<Parameters<typeof collectServiceMetrics>[0]> = {}) => {
    const registry = new Registry();
    const clock = createSystemClock();
    collectServiceMetrics({ registry, database: database.pool, queues, clock, log, ...parts });
    return seriesOf(registry, name);
  };

  it('contain the number of jobs of a queue per state', async () => {
    await queues.all()[0]?.add('do-nothing', { ids: [] });
    await queues.all()[0]?.add('do-nothing', { ids: [] }, { delay: 60_000 });
    expect(await scrape('mail_queue_jobs')).to.deep.equal({
      '{queue="test",state="waiting"}': 1,
      '{queue="test",state="active"}': 0,
      '{queue="test",state="delayed"}': 1,
      '{queue="test",state="failed"}': 0,
    });
  });

  it('contain the age of the oldest waiting job of a queue', async () => {
    expect(await scrape('mail_queue_oldest_age_seconds')).to.deep.equal({ '{queue="test"}': 0 });
    await queues.all()[0]?.add('do-nothing', { ids: [] }, { timestamp: Date.now() - 90_000 });
    const ages = await scrape('mail_queue_oldest_age_seconds');
    expect(ages['{queue="test"}']).to.be.within(90, 100);
  });

  it('contain whether a queue is paused', async () => {
    expect(await scrape('mail_queue_paused')).to.deep.equal({ '{queue="test"}': 0 });
    await queues.all()[0]?.pause();
    expect(await scrape('mail_queue_paused')).to.deep.equal({ '{queue="test"}': 1 });
  });

  it('contain the number of rows per work table and state', async () => {
    const { id } = await createAccount(database.pool);
    await createEmail(database.pool, id, { recipients: [{}, {}] });
    const rows = await scrape('mail_work_rows');
    expect(rows).to.include({
      '{table="email_recipients",state="woken"}': 2,
      '{table="email_recipients",state="due"}': 0,
      '{table="recurring_work",state="waiting"}': 0,
    });
    const ages = await scrape('mail_work_oldest_due_age_seconds');
    expect(ages['{table="email_recipients"}']).to.be.within(0, 60);
    expect(ages['{table="recurring_work"}']).to.equal(0);
  });

  it('contain the number of domains and accounts by reputation, but not of those that are good', async () => {
    const { id } = await createAccount(database.pool);
    const first = await createDomain(database.pool, id);
    const second = await createDomain(database.pool, id);
    await makePaused(database.pool, 'domains', first.id);
    await makeWarmingUp(database.pool, second.id, { capacity: 50 });
    await makeRecovering(database.pool, 'accounts', id, { capacity: 50 });
    expect(await scrape('mail_reputations')).to.deep.equal({
      '{subject="domain",status="warned"}': 0,
      '{subject="domain",status="paused"}': 1,
      '{subject="domain",status="recovering"}': 0,
      '{subject="account",status="warned"}': 0,
      '{subject="account",status="paused"}': 0,
      '{subject="account",status="recovering"}': 1,
    });
  });

  it('contain whether all sending is stopped, and by what', async () => {
    await database.pool.query(
      `INSERT INTO sending_switches (name, reason, tripped_at) VALUES ('pause', 'test', now())`,
    );
    try {
      expect(await scrape('mail_sending_stopped')).to.deep.equal({
        '{by="pause"}': 1,
        '{by="configuration"}': 0,
      });
    } finally {
      await database.pool.query('DELETE FROM sending_switches');
    }
  });

  it('contain which providers take no mail, and why', async () => {
    await database.pool.query(
      `INSERT INTO providers (id, name, kind, paused_at, unreachable_since)
       VALUES (gen_random_uuid(), 'acme', 'generic', now(), now())`,
    );
    try {
      expect(await scrape('mail_provider_stopped')).to.deep.equal({
        '{provider="default",by="paused"}': 0,
        '{provider="default",by="refused"}': 0,
        '{provider="default",by="unreachable"}': 0,
        '{provider="acme",by="paused"}': 1,
        '{provider="acme",by="refused"}': 0,
        '{provider="acme",by="unreachable"}': 1,
      });
    } finally {
      await database.pool.query("DELETE FROM providers WHERE name = 'acme'");
    }
  });

  it('contain the use of each connection pool', async () => {
    const pools = { accept: database.pool };
    const connections = await scrape('mail_database_pool_connections', { pools });
    expect(connections).to.include.keys(
      '{pool="main",state="busy"}',
      '{pool="main",state="idle"}',
      '{pool="accept",state="idle"}',
    );
    expect('{pool="queue",state="idle"}' in connections).to.equal(backend.redisUrl === undefined);
    expect(await scrape('mail_database_pool_max_connections')).to.include({ '{pool="main"}': 10 });
    expect(await scrape('mail_database_pool_waiting_callers')).to.include({ '{pool="main"}': 0 });
  });

  it('report that queues and rows of work could be read', async () => {
    expect(await scrape('mail_metrics_readable')).to.deep.equal({
      '{source="queues"}': 1,
      '{source="work"}': 1,
    });
  });

  it('are answered in time, without the series of the queues, while the queue server is unavailable', async () => {
    const away = connectTestQueues(
      backend.redisUrl
        ? { databaseUrl: database.url, redisUrl: 'redis://127.0.0.1:1' }
        : { databaseUrl: 'postgres://postgres@127.0.0.1:1/x' },
    );
    try {
      const startedAt = performance.now();
      expect(await scrape('mail_metrics_readable', { queues: away })).to.deep.equal({
        '{source="queues"}': 0,
        '{source="work"}': 1,
      });
      expect(performance.now() - startedAt).to.be.below(SCRAPE_MAX_MS);
      expect(await scrape('mail_queue_jobs', { queues: away })).to.deep.equal({});
    } finally {
      await away.close();
    }
  });

  it('are answered in time, without the series of the rows, while the database is slow', async () => {
    const blocker = await database.pool.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE recurring_work');
      const startedAt = performance.now();
      expect(await scrape('mail_metrics_readable')).to.deep.equal({
        '{source="queues"}': 1,
        '{source="work"}': 0,
      });
      expect(performance.now() - startedAt).to.be.below(SCRAPE_MAX_MS);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
  });
});
