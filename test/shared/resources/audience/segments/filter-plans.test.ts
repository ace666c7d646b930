// How Postgres executes filters (docs/architecture/segments.md#plans): a page of a dynamic segment keeps to the index of
// its order and looks up by key; a count joins what it asks for, with the settings of a worker too.
import { expect } from 'chai';
import type { Database } from '../../../../../shared/platform/db/connect.ts';
import { findPage, type PageRequest } from '../../../../../shared/platform/db/page.ts';
import { listedContacts } from '../../../../../shared/resources/audience/contacts/list.ts';
import { readRules } from '../../../../../shared/resources/audience/rules/read.ts';
import { countMatching } from '../../../../../shared/resources/audience/segments/counts/count.ts';
import { withinTime } from '../../../../../shared/resources/audience/segments/counts/within-time.ts';
import type { ContactTree } from '../../../../../shared/resources/audience/segments/filters/contact-field.ts';
import { typeFilter } from '../../../../../shared/resources/audience/segments/filters/reader.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { nodesOf, type Plan, rowsRead, scansOf, type Work } from '../../../../support/database/plans.ts';
import { connectOnce } from '../../../../support/database/prepared-plans.ts';
import { createCampaign, type MadeCampaign } from '../../../../support/factories/campaign-factories.ts';
import {
  createContactProperty,
  createSegment,
  createTopic,
  defaultAudienceOf,
} from '../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

const ROWS = 60_000;
const LIMIT = 20;
/** A page of a filter that half of the contacts meet. */
const MOST_ROWS_READ = 200;
const TABLES = [
  'contacts',
  'segment_contacts',
  'unsubscribes',
  'topic_choices',
  'contact_engagement',
  'campaign_recipients',
];
const NOW = new Date('2026-11-20T10:00:00Z');
/** Postgres counts with one process more than its own. */
const PROCESSES = 2;

function idOf(number: number): string {
  return `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

describe('the filters of a large audience', () => {
  const database = useDatabase();
  let workerPool: Database;
  let accountId: string;
  let audienceId: string;
  let half: string;
  let topics: { news: string; beta: string };
  let campaign: MadeCampaign;

  after(() => workerPool.end());
  before(async () => {
    const { pool } = database;
    accountId = (await createAccount(pool)).id;
    audienceId = await defaultAudienceOf(pool, accountId);
    const { number: visitsNumber } = await createContactProperty(pool, accountId, {
      key: 'visits',
      type: 'number',
    });
    const { number: planNumber } = await createContactProperty(pool, accountId, { key: 'plan' });
    half = (await createSegment(pool, accountId)).id;
    topics = {
      news: (await createTopic(pool, accountId, { defaultSubscription: 'opt_in' })).id,
      beta: (await createTopic(pool, accountId, { defaultSubscription: 'opt_out' })).id,
    };
    await pool.query(
      `INSERT INTO contacts (id, account_id, audience_id, email, email_key, properties, created_at, updated_at)
       SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, $3, address, address,
              jsonb_build_object($4::text, n % 100, $5::text, 'pro'), now(), now()
       FROM generate_series(1, $1::integer) AS n, LATERAL (SELECT reverse(n::text) || '@x.dev' AS address) AS made`,
      [ROWS, accountId, audienceId, String(visitsNumber), String(planNumber)],
    );
    const insert = (table: string, values: string, condition: string, parameters: string[]) =>
      pool.query(
        `INSERT INTO ${table} SELECT ${values}
         FROM (SELECT id, email_key, row_number() OVER (ORDER BY id) AS n FROM contacts) AS contact
         WHERE ${condition}`,
        parameters,
      );
    const choice = (subscription: string) => `$1, email_key, $2, '${subscription}', 'person', now()`;
    await insert('segment_contacts', '$1, id', 'n % 2 = 0', [half]);
    await insert('unsubscribes', "$1, email_key, 'person', now()", 'n % 20 = 7', [accountId]);
    await insert('topic_choices', choice('opt_out'), 'n % 10 = 3', [accountId, topics.news]);
    await insert('topic_choices', choice('opt_in'), 'n % 3 = 1', [accountId, topics.beta]);
    campaign = await createCampaign(pool, accountId);
    await insert(
      'contact_engagement',
      `$1, email_key, '2026-11-19', CASE WHEN n % 2 = 0 THEN '2026-11-20'::date - n::integer % 300 END`,
      'n % 4 > 0',
      [accountId],
    );
    await insert(
      'campaign_recipients (account_id, dispatch_id, contact_id, sort_key, due_at, state, opened_at)',
      `$1, $2, id, n, now(), 'delivered', CASE WHEN n % 2 = 0 THEN now() END`,
      'n % 5 > 0',
      [accountId, campaign.dispatchId],
    );
    await pool.query(`VACUUM ANALYZE ${TABLES.join(', ')}`);
    workerPool = connectOnce(database.url);
  });

  const rule = (field: string, operator: string, value: unknown) => ({ field, operator, value });
  const visits = (operator: string, value: number) => rule('contact.properties.visits', operator, value);
  const plan = (operator: string, value: string) => rule('contact.properties.plan', operator, value);
  const unsubscribed = (value: boolean) => rule('contact.unsubscribed', 'eq', value);
  const member = (operator: string) => rule('segment', operator, half);
  const engaged = (kind: string, operator: string, days: number) =>
    rule(`engagement.last_${kind}_days`, operator, days);
  const part = (operator: string, value: string) => rule(`campaign.${campaign.id}`, operator, value);
  const topic = (name: 'news' | 'beta', value: string) => rule(`topic.${topics[name]}`, 'eq', value);

  const FILTERS: [name: string, filter: () => object][] = [
    ['a property', () => visits('gte', 50)],
    // Postgres expects of each rule that one in two hundred contacts meets it.
    ['rules that all meet', () => ({ and: [plan('eq', 'pro'), plan('ends_with', 'ro'), plan('eq', 'Pro')] })],
    ['subscribed', () => unsubscribed(false)],
    ['a segment of half', () => member('eq')],
    ['not in a segment of half', () => member('neq')],
    ['a topic by default', () => topic('news', 'opt_in')],
    ['a topic by choice', () => topic('beta', 'opt_in')],
    ['mail since', () => engaged('received', 'lte', 10)],
    ['no open since', () => engaged('opened', 'gt', 30)],
    ['got a campaign', () => part('eq', 'received')],
    ['opened none', () => ({ and: [part('eq', 'received'), part('neq', 'opened')] })],
    [
      'all together',
      () => ({ and: [visits('gte', 10), unsubscribed(false), member('eq'), topic('news', 'opt_in')] }),
    ],
    [
      'one of them',
      () => ({ or: [visits('gte', 90), unsubscribed(true), member('eq'), topic('beta', 'opt_in')] }),
    ],
    [
      'not one of them',
      () => ({ not: { or: [visits('gte', 90), member('eq'), { not: unsubscribed(false) }] } }),
    ],
  ];
  const treeOf = (filter: object): Promise<ContactTree> =>
    typeFilter(database.pool, accountId, readRules(filter, 'filter', { rules: 50, depth: 5 }));

  /** Explains a statement with the settings that it has in use. @returns the scans of tables */
  const scansBy = async (work: Work, on: Database): Promise<Plan[]> => {
    const statements: [text: string, values: unknown[]][] = [];
    const query = (...statement: [string, unknown[]]) => {
      statements.push(statement);
      return Promise.resolve({ rows: [] });
    };
    await work({ query } as never);
    const [[text, values] = expect.fail('Nothing was asked.')] = statements;
    const { rows } = await withinTime(on, 20_000, (client) =>
      client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values),
    );
    const scans = scansOf(nodesOf(rows[0]['QUERY PLAN'][0].Plan));
    expect(scans).not.to.deep.equal([]);
    return scans;
  };
  it('read few rows for a page', async () => {
    for (const [name, filter] of FILTERS)
      for (const direction of [{}, { after: idOf(ROWS / 2) }, { before: idOf(ROWS / 2) }]) {
        const page: PageRequest = { limit: LIMIT, ...direction };
        const filters = { accountId, audienceId, segmentIds: [], trees: [await treeOf(filter())], now: NOW };
        const list: Work = (asked) => findPage(asked, listedContacts(filters, page), page);
        const scans = await scansBy(list, database.pool);
        for (const scan of scans) {
          expect(scan['Node Type'], `${name}: ${JSON.stringify(scan)}`).not.to.equal('Seq Scan');
          expect(rowsRead(scan), `${name}: ${JSON.stringify(scan)}`).to.be.at.most(MOST_ROWS_READ);
        }
        expect(
          scans.map((scan) => scan['Index Name']),
          name,
        ).to.include('contacts_page');
      }
  });

  it('read each table once for a count', async () => {
    for (const [name, filter] of FILTERS) {
      const tree = await treeOf(filter());
      const count: Work = (asked) => countMatching(asked, { accountId, audienceId, tree, now: NOW });
      for (const pool of [database.pool, workerPool])
        for (const scan of await scansBy(count, pool))
          expect(scan['Actual Loops'], `${name}: ${JSON.stringify(scan)}`).to.be.at.most(PROCESSES);
    }
  });
});
