// Flow test: a campaign with a pace is sent while its worker is killed, Postgres is unavailable and it is paused.
// However long each of them lasts, no second has more mail than the pace allows: what could not leave is not made up
// for. A mail each 25 ms and an outage of two minutes take their time;
// test/workers/jobs/dispatch-campaigns-pace.test.ts has the rule with a false clock.
import { setTimeout as pauseOf } from 'node:timers/promises';
import { expect } from 'chai';
import { connectDatabase, type Database } from '../../shared/platform/db/connect.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/platform/time/durations.ts';
import type { ThrowawayCluster } from '../runner/throwaway-cluster.ts';
import { createDatabase } from '../support/database/database.ts';
import { startPreparedCluster } from '../support/database/prepared-cluster.ts';
import { describeOnEachBackend } from '../support/queues/queue-backends.ts';
import { eventually } from '../support/time/eventually.ts';
import { createApiClient } from './support/api-client.ts';
import { createCrowd, QUICK_LEASE } from './support/crowd.ts';
import { type Product, prepareProduct } from './support/product.ts';

const PER_SECOND = 40;
const OUTAGE_MS = 2 * MINUTE_MS;
/** A later start of a step is made up for (shared/resources/flows/campaigns/timing/pace.ts). */
const LATE_MS = 5 * SECOND_MS;
const CONTACTS = 10 * PER_SECOND;
const DEADLINE_MS = 180_000 + OUTAGE_MS;

describeOnEachBackend('a campaign with a pace, through outages', (backend) => {
  let postgres: ThrowawayCluster;
  let database: Database;
  let product: Product;
  /** When the mails were released, in milliseconds. */
  let released: number[];

  before(async function () {
    this.timeout(DEADLINE_MS);
    postgres = await startPreparedCluster({ synchronous_commit: 'on' });
    const databaseUrl = await createDatabase(postgres.url);
    const log = createLog({ level: 'silent', process: 'test' });
    database = connectDatabase({ connectionString: databaseUrl, poolSize: 2, applicationName: 'test', log });
    product = await prepareProduct({
      databaseUrl,
      redisUrl: backend.redisUrl,
      logLevel: 'silent',
      sink: { keepRaw: false, keepHeader: 'To' },
      more: QUICK_LEASE,
    });
    const { domain, apiKey } = await createCrowd({ pool: database, url: databaseUrl }, CONTACTS);
    const [, , worker] = await Promise.all([
      product.startApi(),
      product.startWorker('schedule'),
      product.startWorker('bulk'),
    ]);
    const client = createApiClient({ url: product.url, apiKey, connections: 1 });
    const ask = async (path: string, body?: object) => {
      const answer = await client.ask({ method: 'POST', path, body });
      expect(answer?.status, JSON.stringify(answer?.body)).to.be.below(300);
      return answer?.body['id'] as string;
    };
    const count = async () => (await database.query('SELECT FROM emails')).rowCount ?? 0;
    const reaches = (share: number) =>
      eventually('a part is released', async () => (await count()) >= share * CONTACTS, DEADLINE_MS);

    const { rows } = await database.query<{ id: string }>('SELECT audience_id AS id FROM domains');
    const content = { from: `news@${domain.name}`, subject: 'News', html: '<p>Hello</p>' };
    const sending = { send: true, rate_per_hour: (PER_SECOND * HOUR_MS) / SECOND_MS };
    const id = await ask('/campaigns', { audience_id: rows[0]?.id, ...content, ...sending });
    await reaches(0.2);
    worker?.kill();
    await reaches(0.4);
    await postgres.crash();
    await pauseOf(OUTAGE_MS);
    await postgres.restart();
    await reaches(0.6);
    await ask(`/campaigns/${id}/pause`);
    await pauseOf(LATE_MS + SECOND_MS);
    await ask(`/campaigns/${id}/resume`);
    await eventually(
      'the campaign is sent',
      async () => ((await client.read(`/campaigns/${id}`)) as { status: string }).status === 'sent',
      DEADLINE_MS,
    );
    const times = await database.query<{ at: number }>(
      `SELECT extract(epoch FROM created_at)::double precision * 1000 AS at FROM emails ORDER BY created_at`,
    );
    released = times.rows.map(({ at }) => at);
    await client.close();
  });
  after(async () => {
    await product?.stop();
    await database?.end();
    await postgres?.stop();
  });

  it('releases no more in any time than its pace', () => {
    expect(released).to.have.length(CONTACTS);
    for (const [first, from] of released.entries())
      for (const [place, to] of released.slice(first).entries())
        expect(place + 1, `in ${to - from} ms`).to.be.at.most(
          (PER_SECOND * (to - from + LATE_MS)) / SECOND_MS + 1,
        );
  });

  it('mails each contact', () => {
    const arrived = new Set(product.sink.messages.map(({ header }) => header?.trim()));
    expect(arrived.size).to.equal(CONTACTS);
  });
});
