// Flow test: people and scanners load pixels and follow links of a campaign while web, workers and Postgres are killed. Every redirect that
// was answered leads where the mail did. Each hit counts once, also by link, and all that is counted agrees; what is lost are the last
// hits that a killed web process had gathered, and no others.
import { expect } from 'chai';
import { Pool } from 'undici';
import { createTrackingTokens, type TrackingTokens } from '../../shared/mail/tracking/tracking-tokens.ts';
import { connectDatabase, type Database } from '../../shared/platform/db/connect.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import {
  type ClickedLink,
  listClickedLinks,
} from '../../shared/resources/flows/campaigns/recipients/clicked-links.ts';
import { findLinkDifferences } from '../../shared/resources/messaging/campaign-recipients/links/rebuild-links.ts';
import type { ThrowawayCluster } from '../runner/throwaway-cluster.ts';
import { createDatabase } from '../support/database/database.ts';
import { startPreparedCluster } from '../support/database/prepared-cluster.ts';
import { extent, IS_LONG } from '../support/extent.ts';
import { createAutomation } from '../support/factories/automation-factories.ts';
import { createCampaign, type MadeCampaign } from '../support/factories/campaign-factories.ts';
import { TEST_SECRET_KEYS } from '../support/factories/dkim-key.ts';
import { createAccount, createDomain } from '../support/factories/factories.ts';
import { eventually } from '../support/time/eventually.ts';
import { QUICK_LEASE } from './support/crowd.ts';
import { killEach } from './support/killed-processes.ts';
import { type Product, prepareProduct } from './support/product.ts';
import type { Supervised } from './support/supervised.ts';
import { HITS, type Hit, planHits, prepareMail, UTM, urlOf } from './support/tracked-campaign.ts';

const CLIENTS = 16;
/** It is less than 200 ms, but for a busy machine. */
const LOST_MAX_MS = 5_000;
const DEADLINE_MS = 240_000 + 20 * HITS;
/** Shares of the hits after which a process is killed. Web is killed only while Postgres answers. */
const POSTGRES_AT = 0.2;
const WEB_AT = IS_LONG ? [0.45, 0.6, 0.75, 0.9] : [0.6];
/** Jobs after which the workers kill themselves, life by life. */
const RECORDED_UNTIL = IS_LONG ? [[2, 4], [3]] : [[1], [1]];
const DEATHS_EACH = extent('TRACKING_FLOW_DEATHS', 1, 2);

describe('Hits of tracked mail, with processes that are killed', function () {
  this.timeout(DEADLINE_MS);
  const tokens = createTrackingTokens(TEST_SECRET_KEYS);
  let postgres: ThrowawayCluster;
  let database: Database;
  let product: Product;
  let web: Supervised;
  let campaign: MadeCampaign;
  let hits: Hit[];
  /** Client → the types of its events. */
  let events: Map<string, string[]>;

  const query = async (text: string, values: unknown[] = []) =>
    (await database.query<Record<string, unknown>>(text, values)).rows;

  before(async () => {
    postgres = await startPreparedCluster({ synchronous_commit: 'on' });
    const databaseUrl = await createDatabase(postgres.url);
    const log = createLog({ level: 'silent', process: 'test' });
    database = connectDatabase({ connectionString: databaseUrl, poolSize: 2, applicationName: 'test', log });
    product = await prepareProduct({ databaseUrl, logLevel: 'silent', more: QUICK_LEASE });
    const { id: accountId } = await createAccount(database);
    const domain = await createDomain(database, accountId, { isDefault: true });
    await createAutomation(database, accountId, { domainId: domain.id, trigger: 'email.clicked' });
    campaign = await createCampaign(database, accountId, { status: 'sent', utm: UTM });
    const people = await prepareMail(database, domain.id, campaign);
    hits = planHits(people.map(({ recipientId }) => recipientId));
    web = await product.startApi();
    const [, ...workers] = await Promise.all([
      product.startWorker('schedule'),
      ...RECORDED_UNTIL.map((jobs) =>
        product.startWorker(
          'webhook',
          jobs.map((job) => `hits-recorded:${job}`),
        ),
      ),
    ]);
    await Promise.all([sendAll(), killEach(workers, DEATHS_EACH)]);
    // What it has gathered is written.
    await web.stop();
    await crashPostgres();
    await eventually('all hits are judged', isAllJudged, DEADLINE_MS);
    events = await readEvents();
  });
  after(async () => {
    await product?.stop();
    await database?.end();
    await postgres?.stop();
  });

  const crashPostgres = async () => {
    await postgres.crash();
    await postgres.restart();
  };
  const isAllJudged = async () => {
    const left = await query(
      `SELECT FROM tracking_hits WHERE verdict IS NULL OR verdict = 'person' LIMIT 1`,
    ).catch(() => [1]);
    return left.length === 0;
  };

  const sendAll = async () => {
    const client = new Pool(product.url, { connections: CLIENTS });
    const left = [...hits].reverse();
    const kills = WEB_AT.map((share) => Math.floor(share * HITS));
    let ended = 0;
    let outage: Promise<void> | undefined;
    const disrupt = async () => {
      if (ended === Math.floor(POSTGRES_AT * HITS)) outage = endOutage();
      if (!kills.includes(ended)) return;
      await outage;
      web.kill();
    };
    const endOutage = async () => {
      await crashPostgres();
      const end = new Date();
      // Groups are written in their order, so those that waited are written when a later hit is.
      const isWritten = async () =>
        (await query('SELECT FROM tracking_hits WHERE hit_at > $1 LIMIT 1', [end])).length > 0;
      await eventually('what was gathered while Postgres was away is written', isWritten, DEADLINE_MS);
    };
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let hit = left.pop(); hit; hit = left.pop()) {
          await send(client, hit, tokens, () => ({
            life: web.deaths(),
            order: ended,
            atMs: performance.now(),
          }));
          ended += 1;
          await disrupt();
        }
      }),
    );
    await client.close();
  };

  const listAll = async () => {
    const found: ClickedLink[] = [];
    for (let after: string | undefined; ; after = found.at(-1)?.id) {
      const page = { limit: 100, ...(after && { after }) };
      const { rows, hasMore } = await listClickedLinks(database, { ...campaign, page });
      found.push(...rows);
      if (!hasMore) return found;
    }
  };
  const readEvents = async () => {
    const rows = await query(
      `SELECT coalesce(data -> 'open', data -> 'click') ->> 'userAgent' AS client, array_agg(type) AS types
       FROM email_events WHERE type IN ('opened', 'clicked') GROUP BY 1`,
    );
    return new Map(rows.map(({ client, types }) => [client as string, types as string[]]));
  };
  /** The time from the first lost hit to the last answered one. */
  const spanOf = (own: readonly Hit[]) => {
    const times = (some: readonly Hit[]) => some.map(({ answered }) => answered?.atMs ?? 0);
    const lost = times(own.filter((hit) => countOf(hit) === 0));
    return lost.length === 0 ? 0 : Math.max(...times(own)) - Math.min(...lost);
  };
  const typeOf = ({ target }: Hit) => (target === undefined ? 'opened' : 'clicked');
  const countOf = (hit: Hit) =>
    (events.get(hit.userAgent) ?? []).filter((type) => type === typeOf(hit)).length;

  it('count each hit once at most, and lose only the last ones of a killed web process', () => {
    for (const hit of hits) expect(countOf(hit), hit.userAgent).to.be.at.most(1);
    expect(web.deaths()).to.be.at.least(WEB_AT.length);
    const answered = hits.filter((hit) => hit.answered);
    // Those in flight, and those that came while the process was dying.
    expect(answered.length).to.be.at.least(HITS - 3 * WEB_AT.length * CLIENTS);
    for (let life = 0; life <= web.deaths(); life += 1) {
      const own = answered.filter((hit) => hit.answered?.life === life);
      const orderOf = (hit: Hit) => hit.answered?.order ?? 0;
      const lost = own.filter((hit) => countOf(hit) === 0).map(orderOf);
      if (life === web.deaths()) expect(lost, 'lost by a stop').to.deep.equal([]);
      expect(spanOf(own), `milliseconds whose hits life ${life} has lost`).to.be.at.most(LOST_MAX_MS);
      const first = Math.min(...lost, Number.POSITIVE_INFINITY);
      const keptLater = own.filter((hit) => countOf(hit) === 1 && orderOf(hit) > first);
      // Answers that were on their way at the same time may arrive in another order.
      expect(keptLater.length, `kept after the first lost one of life ${life}`).to.be.at.most(2 * CLIENTS);
    }
  });

  it('take people for people and scanners for scanners', async () => {
    const [wrong] = await query(
      `SELECT count(*)::integer AS count FROM email_events
       WHERE type IN ('opened', 'clicked')
         AND (coalesce(data -> 'open', data -> 'click') ->> 'userAgent' LIKE 'curl%')
             <> (coalesce(data -> 'open', data -> 'click') ->> 'machine' IS NOT NULL)`,
    );
    expect(wrong).to.deep.equal({ count: 0 });
  });

  it('agree in counters, events and recipients', async () => {
    const counted = await query('SELECT metric, sum(count)::integer AS count FROM email_metrics GROUP BY 1');
    const recorded = await query(`
      WITH hits AS (
        SELECT type, coalesce(data -> 'open', data -> 'click') ->> 'machine' IS NOT NULL AS is_machine FROM email_events
      )
      SELECT CASE WHEN is_machine THEN 'machine_' || type ELSE type END AS metric, count(*)::integer AS count
      FROM hits GROUP BY 1
      UNION ALL SELECT 'unique_opened', count(opened_at)::integer FROM email_recipients
      UNION ALL SELECT 'unique_clicked', count(clicked_at)::integer FROM email_recipients`);
    const asObject = (rows: Record<string, unknown>[]) =>
      Object.fromEntries(rows.map(({ metric, count }) => [metric as string, count]));
    expect(asObject(counted)).to.deep.equal(asObject(recorded));
    const wrong = await query(`
      SELECT recipient.id FROM email_recipients AS recipient CROSS JOIN LATERAL (
        SELECT bool_or(type = 'opened') AS opened, bool_or(type = 'clicked') AS clicked FROM email_events
        WHERE email_id = recipient.email_id AND coalesce(data -> 'open', data -> 'click') ->> 'machine' IS NULL) AS event
      WHERE (opened_at IS NOT NULL) <> coalesce(event.opened, false)
         OR (clicked_at IS NOT NULL) <> coalesce(event.clicked, false)`);
    expect(wrong).to.deep.equal([]);
  });

  it('count clicks by link as people made them, and none of machines', async () => {
    const clicks = hits.filter((hit) => hit.isPerson && hit.target !== undefined && countOf(hit) === 1);
    const expected = new Map<string, { clicks: number; people: Set<string> }>();
    for (const { target = '', recipientId } of clicks) {
      const link = expected.get(urlOf(target)) ?? { clicks: 0, people: new Set() };
      link.people.add(recipientId);
      expected.set(urlOf(target), { ...link, clicks: link.clicks + 1 });
    }
    const page = (await listAll()).map(({ id, ...link }) => link);
    expect(page).to.have.deep.members(
      [...expected].map(([url, { clicks: count, people }]) => ({
        url,
        clicks: count,
        uniqueClicks: people.size,
      })),
    );
    const { id: campaignId, dispatchId } = campaign;
    expect(await findLinkDifferences(database, { campaignId, dispatchId })).to.deep.equal([]);
  });

  it('start an automation once for each click of a person', async () => {
    const [counts] = await query(`
      SELECT (SELECT count(*)::integer FROM automation_runs) AS runs,
             (SELECT count(*)::integer FROM email_events JOIN contacts ON contacts.email = recipient
              WHERE type = 'clicked' AND data -> 'click' ->> 'machine' IS NULL) AS clicks`);
    expect(counts?.['runs']).to.equal(counts?.['clicks']);
    expect(counts?.['runs']).to.be.at.least(1);
  });
});

/** Sends a hit until it is answered, or the connection breaks. */
async function send(
  client: Pool,
  hit: Hit,
  tokens: TrackingTokens,
  now: () => Hit['answered'] & object,
): Promise<void> {
  const { recipientId, target, userAgent } = hit;
  const path =
    target === undefined
      ? `/o/${tokens.pixel(recipientId)}`
      : `/c/${tokens.link(recipientId, { number: 0, target })}`;
  await eventually('a hit is sent', async () => {
    try {
      const answer = await client.request({ path, method: 'GET', headers: { 'user-agent': userAgent } });
      await answer.body.dump();
      expect(answer.statusCode).to.equal(target === undefined ? 200 : 302);
      expect(answer.headers['location']).to.equal(target);
      hit.answered = now();
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error) return error.code !== 'ECONNREFUSED';
      throw error;
    }
  });
}
