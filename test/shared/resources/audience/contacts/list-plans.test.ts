// The cost of a page of contacts does not depend on the number of contacts, neither of its account nor of others, and a
// look-up reads only the contact that it asks for. The tests check Postgres' plans of the real statements
// (docs/architecture/contact-lists.md).
import { expect } from 'chai';
import { findPageOf } from '../../../../../shared/platform/db/list.ts';
import { findPage, type PageRequest, SEARCH_WINDOW } from '../../../../../shared/platform/db/page.ts';
import { requireContact } from '../../../../../shared/resources/audience/contacts/find.ts';
import {
  type ContactFilters,
  listedContacts,
} from '../../../../../shared/resources/audience/contacts/list.ts';
import { SEGMENT_LIST } from '../../../../../shared/resources/audience/segments/list.ts';
import { listChosenTopics } from '../../../../../shared/resources/audience/topics/choices/list.ts';
import { requireTopic } from '../../../../../shared/resources/audience/topics/find.ts';
import type { Topic } from '../../../../../shared/resources/audience/topics/topic.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { analyze, type Plan, rowsRead, scansOf, type Work } from '../../../../support/database/plans.ts';
import {
  createAudience,
  createSegment,
  createTopic,
  defaultAudienceOf,
} from '../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

const ROWS = 100_000;
const LIMIT = 20;
const MOST_ROWS_READ = 100;
/** A filter by decisions may read all contacts of an account that is not one of the largest. */
const MOST_ROWS_SEARCHED = 5_000;
const TABLES = /^(contacts|segment_contacts|unsubscribes|tracking_refusals|topic_choices)$/;

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

describe('a large list of contacts', () => {
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
    await insert('tracking_refusals', "$1, email_key, 'person', now()", 'n % 20 = 8', []);
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
    await database.pool.query(
      'VACUUM ANALYZE contacts, segment_contacts, unsubscribes, tracking_refusals, topic_choices',
    );
  });

  /** Expects that statements read few rows of each table, by indexes. @returns the names of the indexes */
  const expectCheap = async (work: Work, row: string, mostRowsRead = MOST_ROWS_READ): Promise<string[]> => {
    const plans: Plan[] = [];
    const query = async (statement: string, values: unknown[]) => {
      plans.push(...(await analyze(database.pool, (explaining) => explaining.query(statement, values))));
      return await database.pool.query(statement, values);
    };
    await work({ query } as never);
    const scans = scansOf(plans, TABLES);
    expect(scans, row).not.to.deep.equal([]);
    for (const scan of scans) {
      expect(scan['Node Type'], `${row}: ${JSON.stringify(scan)}`).not.to.equal('Seq Scan');
      expect(rowsRead(scan), `${row}: ${JSON.stringify(scan)}`).to.be.at.most(mostRowsRead);
    }
    return [...new Set(scans.map((scan) => scan['Index Name'] ?? ''))].sort();
  };

  type Filters = Partial<ContactFilters>;
  /** Expects that the first page, and those after and before the middle, are cheap. @returns the indexes of each */
  const expectCheapPages = async (
    { accountId, audienceId }: Owner,
    filters: Filters,
    mostRowsRead?: number,
  ): Promise<string[][]> => {
    const used: string[][] = [];
    for (const direction of [{}, { after: idOf(ROWS / 2) }, { before: idOf(ROWS / 2) }]) {
      const page: PageRequest = { limit: LIMIT, ...direction };
      const listed = listedContacts(
        { accountId, audienceId, segmentIds: [], now: new Date(), ...filters },
        page,
      );
      const row = JSON.stringify([filters, direction]);
      used.push(await expectCheap((explaining) => findPage(explaining, listed, page), row, mostRowsRead));
    }
    return used;
  };

  const OWNERS = [
    ['large', () => large, 42, '24@x.dev'],
    ['middle', () => middle, 2_123, '3212@x.dev'],
    ['small', () => small, 2_000, '0002@x.dev'],
  ] as const;
  const DECISIONS = ['tracking_refusals_pkey', 'unsubscribes_pkey'];
  const OF_SEGMENT = ['contacts_pkey', 'segment_contacts_pkey', ...DECISIONS];

  for (const [size, ownerOf, number, emailKey] of OWNERS) {
    it(`reads few rows for a page of a ${size} account, also of a segment`, async () => {
      const owner = ownerOf();
      const pages: [filters: Filters, indexes: string[]][] = [
        [{}, ['contacts_page', ...DECISIONS]],
        [{ segmentIds: [owner.half] }, OF_SEGMENT],
        [{ segmentIds: [owner.few] }, OF_SEGMENT],
      ];
      for (const [filters, indexes] of pages)
        for (const used of await expectCheapPages(owner, filters)) expect(used).to.deep.equal(indexes);
    });

    it(`reads one contact by its address, of a ${size} account, also within a segment`, async () => {
      for (const filters of [{ emailKey }, { emailKey, segmentIds: [ownerOf().half] }])
        for (const used of await expectCheapPages(ownerOf(), filters, 1))
          expect(used).to.include('contacts_address');
    });

    it(`reads one contact of a ${size} account by its id and by its address, and what it belongs to`, async () => {
      const { accountId } = ownerOf();
      const id = idOf(number);
      const page = { limit: LIMIT };
      const works: Work[] = [
        (explaining) => requireContact(explaining, { accountId, id }),
        (explaining) => requireContact(explaining, { accountId, emailKey }),
        (explaining) => findPageOf(explaining, SEGMENT_LIST, accountId, page, { contactId: id }),
        (explaining) => listChosenTopics(explaining, { accountId, emailKey }, page),
      ];
      for (const work of works) await expectCheap(work, `${work}`, 2);
    });

    it(`reads a bounded number of rows of a ${size} account, by what its contacts have decided`, async () => {
      const { half, few, news } = ownerOf();
      const searches: Filters[] = [
        { unsubscribed: true },
        { unsubscribed: false },
        { unsubscribed: true, segmentIds: [half] },
        { unsubscribed: true, segmentIds: [few] },
        // This topic reaches most.
        { topic: news },
        { topic: news, segmentIds: [half] },
        { segmentIds: [half, few] },
      ];
      for (const filters of searches) await expectCheapPages(ownerOf(), filters, MOST_ROWS_SEARCHED);
    });
  }

  it('reads a small audience of a large account by the index of its page', async () => {
    for (const used of await expectCheapPages({ ...large, audienceId: otherAudienceId }, {}))
      expect(used).to.deep.equal(['contacts_page', ...DECISIONS]);
  });

  it('reads only the choices of its account to find the few contacts that a topic reaches', async () => {
    const { accountId, beta } = small;
    const { rows } = await database.pool.query<{ count: number }>(
      'SELECT count(*)::integer FROM topic_choices WHERE account_id = $1',
      [accountId],
    );
    await expectCheapPages(small, { topic: beta }, rows[0]?.count);
  });

  it('searches a text in the contacts next to the cursor, and in no more than the window', async () => {
    const search = ({ accountId, audienceId }: Owner, q: string): Work => {
      const page = { limit: LIMIT };
      const listed = listedContacts({ accountId, audienceId, segmentIds: [], now: new Date(), q }, page);
      return (explaining) => findPage(explaining, listed, page);
    };
    await expectCheap(search(large, '@x.dev'), '@x.dev');
    await expectCheap(search(small, 'nobody'), 'nobody');
    const nodes = await analyze(database.pool, search(large, 'nobody'));
    const searched = nodes.filter((node) => node['Node Type'] === 'Subquery Scan');
    expect(searched.map(rowsRead)).to.deep.equal([SEARCH_WINDOW]);
  });
});
