// What one page of an audience reads does not depend on how many contacts, decisions and members there are, nor on how far
// it is: Postgres' plans of the real statement, as the workers get them. And the pages together take each contact once.
// `AUDIENCE_PLAN_CONTACTS=1000000` is the full size.
import { expect } from 'chai';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { NIL_UUID } from '../../../../../shared/platform/time/ids.ts';
import { isTimeZone } from '../../../../../shared/platform/time/time-zones.ts';
import { ZONE_NAMES } from '../../../../../shared/platform/time/zone-names.ts';
import { countAudience } from '../../../../../shared/resources/messaging/campaign-recipients/count-audience.ts';
import {
  type SelectedAudience,
  selectAudience,
} from '../../../../../shared/resources/messaging/campaign-recipients/select-audience.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { explainWork, readingsOf } from '../../../../support/database/prepared-plans.ts';
import {
  createSegment,
  createTopic,
  defaultAudienceOf,
} from '../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { factoryIds as ids } from '../../../../support/factories/factory-ids.ts';

const CONTACTS = Number(process.env['AUDIENCE_PLAN_CONTACTS'] ?? 40_000);
const PAGE = 10_000;
const TABLES = /^(contacts|segment_contacts|suppressions|unsubscribes|topic_choices)/;
const NOW = new Date();

/** A third of each half refuses in one way, so that every table is as large as the audience allows. */
const INSERT = `
  WITH contact AS (
    INSERT INTO contacts (id, account_id, audience_id, email, email_key, first_name, created_at, updated_at, properties)
    SELECT uuid_v7($4::timestamptz - interval '1 day' + n * interval '1 ms'), $1, $2, n || '@x.dev', n || '@x.dev',
           CASE WHEN n % 50 = 0 THEN 'Bo' END, CASE WHEN n % 10 = 9 THEN $4::timestamptz + interval '1 s' ELSE $4 END, $4,
           jsonb_build_object('1', ($7::text[])[n % 7 + 1])
    FROM generate_series(0, $3::integer - 1) AS n
    RETURNING id, email_key, split_part(email, '@', 1)::integer AS n
  ), member AS (
    INSERT INTO segment_contacts SELECT $5, id FROM contact WHERE n % 2 = 0
  ), suppression AS (
    INSERT INTO suppressions (id, account_id, address, reason, created_at)
    SELECT gen_random_uuid(), $1, email_key, 'manual', $4 FROM contact WHERE n % 3 = 0
  ), unsubscribe AS (
    INSERT INTO unsubscribes (account_id, email_key, chosen_by, chosen_at)
    SELECT $1, email_key, 'person', $4 FROM contact WHERE n % 3 = 1
  )
  INSERT INTO topic_choices (account_id, email_key, topic_id, subscription, chosen_by, chosen_at)
  SELECT $1, email_key, $6, 'opt_out', 'person', $4 FROM contact WHERE n % 3 = 2 AND n % 4 = 0`;

/** The time zones of contacts, in turn. */
const ZONES = ['Asia/Tokyo', 'europe/berlin', ' UTC ', 'Mars/Base', '', 'America/Havana', 'America/New_York'];
const BY_ZONE = {
  property: 1,
  wall: new Date('2026-11-01T00:30Z'),
  unknownAt: new Date('2026-11-01T05:00Z'),
};

describe('the audience of a campaign among many contacts', function () {
  this.timeout(600_000);
  const database = useDatabase();
  let audience: Omit<SelectedAudience, 'after' | 'dispatchId'>;
  let segmentId: string;
  let filteredId: string;
  let middle: string;

  before(async () => {
    const { pool } = database;
    const accountId = (await createAccount(pool)).id;
    const audienceId = await defaultAudienceOf(pool, accountId);
    segmentId = (await createSegment(pool, accountId)).id;
    filteredId = (await createSegment(pool, accountId)).id;
    const topicId = (await createTopic(pool, accountId)).id;
    const filter = { type: 'rule', field: 'contact.first_name', operator: 'eq', value: 'Bo' };
    await pool.query('UPDATE segments SET filter = $2 WHERE id = $1', [filteredId, JSON.stringify(filter)]);
    const client = await pool.connect();
    await client.query('SET statement_timeout = 0');
    await client.query(INSERT, [accountId, audienceId, CONTACTS, NOW, segmentId, topicId, ZONES]);
    const { rows } = await client.query('SELECT id FROM contacts ORDER BY id OFFSET $1 LIMIT 1', [
      CONTACTS / 2,
    ]);
    client.release(true);
    middle = rows[0].id;
    const simulatorDomains = ['simulator.test'];
    audience = { accountId, audienceId, segmentId: null, topicId, createdUntil: NOW, simulatorDomains };
  });

  for (const state of ['before the tables were analyzed', 'afterwards'] as const)
    it(`reads a page with a plan that was made ${state}`, async () => {
      if (state === 'afterwards') await database.pool.query('ANALYZE');
      for (const [target, zones] of [[null], [segmentId], [filteredId], [null, BY_ZONE]] as const) {
        const asked = { ...audience, segmentId: target, dispatchId: ids.next(), after: middle, zones };
        const explained = await explainWork(database.url, { plansOnce: true }, (client) =>
          selectAudience(client, asked),
        );
        const readings = readingsOf(explained, TABLES);
        expect(readings).to.have.length.above(3);
        for (const { statement, node, read } of readings) {
          expect(node['Node Type'], `${statement}: ${node['Relation Name']}`).not.to.equal('Seq Scan');
          expect(read, `${statement}: ${node['Index Name']}`).to.be.at.most(PAGE);
        }
      }
    });

  it('is taken page by page, each contact once, without those who came later', async () => {
    const walk = async (target: string | null) => {
      const dispatchId = ids.next();
      const sum: Record<string, number> = { pages: 0, taken: 0 };
      for (let after: string | undefined = NIL_UUID; after !== undefined; ) {
        const asked: SelectedAudience = { ...audience, segmentId: target, dispatchId, after };
        const page = await transaction(database.pool, (client) => selectAudience(client, asked));
        const counts = { pages: 1, taken: page.total, ...page.leftOut };
        for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
        after = page.last;
      }
      const { rows } = await database.pool.query(
        `SELECT count(*)::integer AS taken, count(*) FILTER (WHERE reason IS NULL)::integer AS pending,
                count(*) FILTER (WHERE state = 'left_out')::integer AS out, count(DISTINCT sort_key)::integer AS keys
         FROM campaign_recipients WHERE dispatch_id = $1`,
        [dispatchId],
      );
      return { sum, stored: rows[0] };
    };
    const numbers = Array.from({ length: CONTACTS }, (_, number) => number).filter(
      (number) => number % 10 !== 9,
    );
    for (const [target, isIn, pages] of [
      [null, () => true, CONTACTS / PAGE + 1],
      [segmentId, (number: number) => number % 2 === 0, CONTACTS / PAGE / 2 + 1],
      [filteredId, (number: number) => number % 50 === 0, CONTACTS / PAGE + 1],
    ] as const) {
      const expected = numbers.filter(isIn);
      const [suppressed, unsubscribed, opted_out] = [0, 1, 2].map(
        (rest) => expected.filter((number) => number % 3 === rest && (rest < 2 || number % 4 === 0)).length,
      );
      const { sum, stored } = await walk(target);
      const leftOut = { suppressed, unsubscribed, opted_out };
      expect(sum).to.deep.equal({ pages, taken: expected.length, ...leftOut });
      const counted = await countAudience(database.pool, { ...audience, segmentId: target });
      expect(counted).to.deep.equal({ total: expected.length, leftOut, zones: null });
      const out = Number(suppressed) + Number(unsubscribed) + Number(opted_out);
      expect(stored).to.deep.include({ taken: expected.length, pending: expected.length - out, out });
      expect(stored.keys).to.be.at.least(expected.length * 0.99);
    }
  });

  it('is due by the time zones of its contacts, which are counted alike before and afterwards', async () => {
    const dispatchId = ids.next();
    const zones: Record<string, number> = {};
    for (let after: string | undefined = NIL_UUID; after !== undefined; ) {
      const asked: SelectedAudience = { ...audience, dispatchId, after, zones: BY_ZONE };
      const page = await transaction(database.pool, (client) => selectAudience(client, asked));
      for (const [zone, count] of Object.entries(page.zones ?? {})) zones[zone] = (zones[zone] ?? 0) + count;
      after = page.last;
    }
    expect(await countAudience(database.pool, { ...audience, zones: BY_ZONE })).to.deep.include({ zones });
    const { rows } = await database.pool.query<{ dueAt: Date; count: number }>(
      `SELECT due_at AS "dueAt", count(*)::integer AS count FROM campaign_recipients
       WHERE dispatch_id = $1 AND state = 'pending' GROUP BY due_at`,
      [dispatchId],
    );
    const dueOf = new Map(rows.map(({ dueAt, count }) => [dueAt.toISOString().slice(0, 16), count]));
    expect(Object.fromEntries(dueOf)).to.deep.equal({
      '2026-10-31T15:30': zones['Asia/Tokyo'],
      '2026-10-31T23:30': zones['Europe/Berlin'],
      '2026-11-01T00:30': zones['UTC'],
      '2026-11-01T05:00': zones['unknown'],
      // In Havana the clocks show it twice.
      '2026-11-01T04:30': Number(zones['America/Havana']) + Number(zones['America/New_York']),
    });
    expect(Object.keys(zones)).to.have.length(6);
  });

  it('knows the names of all zones that both Postgres and Node know', async () => {
    const { rows } = await database.pool.query<{ name: string }>('SELECT name FROM pg_timezone_names');
    const known = rows.map(({ name }) => name).filter(isTimeZone);
    expect(known).to.have.length.above(400);
    expect(known.filter((name) => ZONE_NAMES.get(name.toLowerCase()) !== name)).to.deep.equal([]);
  });
});
