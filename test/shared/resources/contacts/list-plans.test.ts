// The cost of a page of contacts does not depend on the number of contacts, neither of its account nor of others, and a
// look-up reads only the contact that it asks for. The tests check Postgres' plans of the real statements
// (docs/architecture/contacts.md#lists).
import { expect } from 'chai';
import type { Queryable } from '../../../../shared/platform/db/connect.ts';
import { findPage, type PageRequest, SEARCH_WINDOW } from '../../../../shared/platform/db/page.ts';
import { requireContact } from '../../../../shared/resources/contacts/find.ts';
import { type ContactFilters, listedContacts } from '../../../../shared/resources/contacts/list.ts';
import { listSegmentsOf } from '../../../../shared/resources/segments/memberships/list.ts';
import { listChosenTopics } from '../../../../shared/resources/topics/choices/list.ts';
import { requireTopic } from '../../../../shared/resources/topics/find.ts';
import type { Topic } from '../../../../shared/resources/topics/topic.ts';
import {
  createAudience,
  createSegment,
  createTopic,
  defaultAudienceOf,
} from '../../../support/contact-factories.ts';
import { useDatabase } from '../../../support/database.ts';
import { createAccount } from '../../../support/factories.ts';
import { explain, type Plan } from '../../../support/plans.ts';

const ROWS = 100_000;
const LIMIT = 20;
const MOST_ROWS_READ = 100;
/** A filter by decisions may read all contacts of an account that is not one of the largest. */
const MOST_ROWS_SEARCHED = 5_000;
const TABLES = ['contacts', 'segment_contacts', 'unsubscribes', 'topic_choices'];
const DIRECTIONS = ['first', 'after', 'before'] as const;

/** An account's default audience, with a segment of half of its contacts and one of a few. */
interface Owner {
  accountId: string;
  audienceId: string;
  half: string;
  few: string;
  /** Reaches most contacts; reaches few. */
  news: Topic;
  beta: Topic;
}

/** The id of the contact with this number. */
function idOf(number: number): string {
  return `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Rows that a scan read, including those that it filtered out. */
function rowsRead(node: Plan): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

describe('a large list of contacts', function () {
  this.timeout(60_000);
  const database = useDatabase();
  /** Has more than eight of ten contacts. */
  let large: Owner;
  /** One of more accounts than Postgres has statistics of; it has fifty times as many contacts as the others. */
  let middle: Owner;
  /** One of a hundred accounts with a hundred contacts each. */
  let small: Owner;
  /** A small audience of the large account. */
  let otherAudienceId: string;

  const createOwner = async (): Promise<Owner> => {
    const { pool } = database;
    const accountId = (await createAccount(pool)).id;
    const topics = [];
    for (const defaultSubscription of ['opt_in', 'opt_out'] as const) {
      const { id } = await createTopic(pool, accountId, { defaultSubscription });
      topics.push(await requireTopic(pool, accountId, id));
    }
    const [news, beta] = topics as [Topic, Topic];
    return {
      accountId,
      audienceId: await defaultAudienceOf(pool, accountId),
      half: (await createSegment(pool, accountId)).id,
      few: (await createSegment(pool, accountId)).id,
      news,
      beta,
    };
  };

  const insertContacts = async (owner: { accountId: string; audienceId: string }, condition: string) => {
    await database.pool.query(
      `INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
       SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, $3, address, address, now(), now()
       FROM generate_series(1, $1::integer) AS n, LATERAL (SELECT reverse(n::text) || '@x.dev' AS address) AS made
       WHERE ${condition}`,
      [ROWS, owner.accountId, owner.audienceId],
    );
  };

  /** Fills segments, unsubscribes and choices of all contacts of an owner; those of the small one are multiples of 1000. */
  const insertDecisions = async ({ accountId, half, few, news, beta }: Owner, step: number) => {
    const insert = (table: string, values: string, condition: string, parameters: string[]) =>
      database.pool.query(
        `INSERT INTO ${table} SELECT ${values}
         FROM (SELECT id, email_key, row_number() OVER (ORDER BY id) AS n FROM contacts WHERE account_id = $1) AS contact
         WHERE ${condition}`,
        [accountId, ...parameters],
      );
    const choice = (subscription: string) => `$1, email_key, $2, '${subscription}', 'person', now()`;
    await insert('segment_contacts', '$2, id', 'n % 2 = 0 AND $1 IS NOT NULL', [half]);
    await insert('segment_contacts', '$2, id', `n % ${step} = 0 AND $1 IS NOT NULL`, [few]);
    await insert('unsubscribes', "$1, email_key, 'person', now()", 'n % 20 IN (6, 7)', []);
    await insert('topic_choices', choice('opt_out'), 'n % 10 = 3', [news.id]);
    await insert('topic_choices', choice('opt_in'), `n % ${step} = 4`, [beta.id]);
  };

  before(async () => {
    large = await createOwner();
    middle = await createOwner();
    small = await createOwner();
    const { accountId } = large;
    otherAudienceId = (await createAudience(database.pool, accountId)).id;
    await insertContacts({ accountId, audienceId: otherAudienceId }, 'n % 1000 = 1');
    await insertContacts(large, 'n % 10 > 0 AND n % 1000 > 1 AND n % 1000 NOT BETWEEN 100 AND 155');
    await insertContacts(middle, 'n % 10 > 0 AND n % 1000 BETWEEN 100 AND 155');
    await insertContacts(small, 'n % 1000 = 0');
    for (let other = 1; other < 100; other += 1) {
      const id = idOf(other);
      await insertContacts({ accountId: id, audienceId: id }, `n % 1000 = ${other * 10}`);
    }
    await insertDecisions(large, 1_000);
    await insertDecisions(middle, 50);
    await insertDecisions(small, 10);
    for (const column of ['account_id', 'audience_id'])
      await database.pool.query(`ALTER TABLE contacts ALTER ${column} SET STATISTICS 1`);
    await database.pool.query(`VACUUM ANALYZE ${TABLES.join(', ')}`);
  });

  /** Runs work, and returns all scans of the tables of contacts and decisions. */
  const scansOf = async (work: (database: Queryable) => Promise<unknown>): Promise<Plan[]> => {
    const plans: Plan[] = [];
    const query = async (statement: string, values: unknown[]) => {
      const explained = await explain(
        database.pool,
        (explaining) => explaining.query(statement, values),
        'ANALYZE, FORMAT JSON',
      );
      plans.push(...explained.flat());
      return await database.pool.query(statement, values);
    };
    await work({ query } as never);
    const scans = plans.filter((node) => TABLES.includes(node['Relation Name'] ?? ''));
    expect(scans).not.to.deep.equal([]);
    return scans;
  };

  /** Expects that a statement reads few rows of each table, by indexes. @returns the names of the indexes */
  const expectCheap = async (
    work: (database: Queryable) => Promise<unknown>,
    mostRowsRead = MOST_ROWS_READ,
  ): Promise<string[]> => {
    const scans = await scansOf(work);
    for (const scan of scans) {
      expect(scan['Node Type'], JSON.stringify(scan)).not.to.equal('Seq Scan');
      expect(rowsRead(scan), JSON.stringify(scan)).to.be.at.most(mostRowsRead);
    }
    return [...new Set(scans.map((scan) => scan['Index Name'] ?? ''))].sort();
  };

  type Filters = Partial<ContactFilters>;
  const list = (
    { accountId, audienceId }: Owner,
    filters: Filters,
    direction: (typeof DIRECTIONS)[number],
  ) => {
    const page: PageRequest = {
      limit: LIMIT,
      ...(direction !== 'first' && { [direction]: idOf(ROWS / 2) }),
    };
    const listed = listedContacts({ accountId, audienceId, segmentIds: [], ...filters }, page);
    return (explaining: Queryable) => findPage(explaining, listed, page);
  };

  const OWNERS = [
    ['large', () => large],
    ['middle', () => middle],
    ['small', () => small],
  ] as const;

  const NUMBERS = { large: 42, middle: 2_123, small: 2_000 };
  const ADDRESSES = { large: '24@x.dev', middle: '3212@x.dev', small: '0002@x.dev' };

  const pages: [name: string, filters: (owner: Owner) => Filters, indexes: string[]][] = [
    ['no filter', () => ({}), ['contacts_page', 'unsubscribes_pkey']],
    [
      'a segment of half of them',
      ({ half }) => ({ segmentIds: [half] }),
      ['contacts_pkey', 'segment_contacts_pkey', 'unsubscribes_pkey'],
    ],
    [
      'a small segment',
      ({ few }) => ({ segmentIds: [few] }),
      ['contacts_pkey', 'segment_contacts_pkey', 'unsubscribes_pkey'],
    ],
  ];
  for (const [size, owner] of OWNERS) {
    for (const [name, filters, indexes] of pages) {
      for (const direction of DIRECTIONS) {
        it(`reads few rows for the page "${direction}" of a ${size} account, by ${name}`, async () => {
          const used = await expectCheap(list(owner(), filters(owner()), direction));
          expect(used).to.deep.equal(indexes);
        });
      }
    }

    it(`reads one contact by its address, of a ${size} account, also within a segment`, async () => {
      const emailKey = ADDRESSES[size];
      for (const filters of [{ emailKey }, { emailKey, segmentIds: [owner().half] }]) {
        for (const direction of DIRECTIONS) {
          const used = await expectCheap(list(owner(), filters, direction), 1);
          expect(used).to.include('contacts_address');
        }
      }
    });

    it(`reads one contact of a ${size} account by its id and by its address, and what it belongs to`, async () => {
      const { accountId } = owner();
      const [id, emailKey] = [idOf(NUMBERS[size]), ADDRESSES[size]];
      await expectCheap((explaining) => requireContact(explaining, { accountId, id }), 2);
      await expectCheap((explaining) => requireContact(explaining, { accountId, emailKey }), 2);
      const page = { limit: LIMIT };
      await expectCheap((explaining) => listSegmentsOf(explaining, { accountId, contactId: id }, page), 2);
      await expectCheap((explaining) => listChosenTopics(explaining, { accountId, emailKey }, page), 2);
    });

    const searches: [name: string, filters: (owner: Owner) => Filters][] = [
      ['unsubscribed', () => ({ unsubscribed: true })],
      ['not unsubscribed', () => ({ unsubscribed: false })],
      ['unsubscribed, of half', ({ half }) => ({ unsubscribed: true, segmentIds: [half] })],
      ['unsubscribed, of a small segment', ({ few }) => ({ unsubscribed: true, segmentIds: [few] })],
      ['a topic that reaches most', ({ news }) => ({ topic: news })],
      ['a topic that reaches most, of half', ({ news, half }) => ({ topic: news, segmentIds: [half] })],
      ['two segments', ({ half, few }) => ({ segmentIds: [half, few] })],
    ];
    for (const [name, filters] of searches) {
      it(`reads a bounded number of rows of a ${size} account, by ${name}`, async () => {
        for (const direction of DIRECTIONS)
          await expectCheap(list(owner(), filters(owner()), direction), MOST_ROWS_SEARCHED);
      });
    }
  }

  it('reads a small audience of a large account by the index of its page', async () => {
    for (const direction of DIRECTIONS) {
      const used = await expectCheap(list({ ...large, audienceId: otherAudienceId }, {}, direction));
      expect(used).to.deep.equal(['contacts_page', 'unsubscribes_pkey']);
    }
  });

  it('reads only the choices of its account to find the few contacts that a topic reaches', async () => {
    const { accountId, beta } = small;
    const { rows } = await database.pool.query<{ count: number }>(
      'SELECT count(*)::integer FROM topic_choices WHERE account_id = $1',
      [accountId],
    );
    for (const direction of DIRECTIONS)
      await expectCheap(list(small, { topic: beta }, direction), rows[0]?.count);
  });

  it('searches a text in the contacts next to the cursor, and in no more than the window', async () => {
    await expectCheap(list(large, { q: '@x.dev' }, 'first'));
    await expectCheap(list(small, { q: 'nobody' }, 'first'));
    const plans = await explain(database.pool, list(large, { q: 'nobody' }, 'first'), 'ANALYZE, FORMAT JSON');
    const searched = plans.flat().filter((node) => node['Node Type'] === 'Subquery Scan');
    expect(searched.map(rowsRead)).to.deep.equal([SEARCH_WINDOW]);
  });
});
