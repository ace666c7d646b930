// The cost of a page of received emails does not depend on the number of emails, neither of its account nor of others:
// each filter is served by an index. The tests check Postgres' plans of the real statements.
import { expect } from 'chai';
import { rowsOf } from '../../../../../shared/platform/db/list.ts';
import { type PageRequest, SEARCH_WINDOW } from '../../../../../shared/platform/db/page.ts';
import { uuidV7LowerBound } from '../../../../../shared/platform/time/ids.ts';
import {
  RECEIVED_LIST,
  type ReceivedFilters,
  walkReceived,
} from '../../../../../shared/resources/messaging/receiving/list.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { analyzePages, expectIndex, explain, scansOf, sumRead } from '../../../../support/database/plans.ts';
import { createManyReceived } from '../../../../support/factories/received-factories.ts';

const ROWS_OF_LARGE = 150_000;
/** Rows per INSERT, so that it ends within the statement timeout on a busy machine too. */
const ROWS_AT_A_TIME = 15_000;
const ROWS_OF_OTHER = 15_000;
const LARGE = '01900000-0000-7000-8000-000000000001';
/** Comes last in the indexes on the account. */
const OTHER = '01900000-0000-7000-8000-000000000002';
const DAY_ONE = new Date('2020-01-01');
/** Rows that a page may read: some per partition, not thousands. */
const MOST_ROWS_READ = 1_000;

describe('the list of received emails in a large table', () => {
  const database = useDatabase();
  let middle: string;

  before(async () => {
    const fields = {
      receivedFor: "CASE WHEN n % 3000 = 0 THEN 'rare' ELSE 'help' || n % 10 END || '@acme.dev'",
      // In all months that have a partition, so that none is empty.
      at: `date_trunc('month', now()) + ((n - 1) / ${ROWS_OF_LARGE / 5} - 1) * interval '1 month' + n * interval '1 s'`,
      senderKey: "CASE WHEN n % 3000 = 1 THEN 'rare' ELSE 'bo' || n % 10 END || '@customer.dev'",
    };
    for (let first = 1; first < ROWS_OF_LARGE; first += ROWS_AT_A_TIME) {
      await createManyReceived(database.pool, LARGE, ROWS_AT_A_TIME, { ...fields, first });
      await createManyReceived(database.pool, OTHER, ROWS_OF_OTHER / 10, { at: fields.at, first });
    }
    await database.pool.query('ANALYZE received_emails');
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM received_emails WHERE account_id = $1 ORDER BY id OFFSET $2 LIMIT 1',
      [LARGE, ROWS_OF_LARGE / 2],
    );
    middle = rows[0]?.id ?? '';
  });

  const ofEmails = /^received_emails/;
  const cases: [accountId: string, filters: ReceivedFilters, index: RegExp][] = [
    [LARGE, {}, /account_id_id/],
    [OTHER, {}, /account_id_id/],
    [LARGE, { from: 'bo1@customer.dev' }, /account_id/],
    [LARGE, { from: 'rare@customer.dev' }, /sender_key/],
    [LARGE, { from: 'none@customer.dev' }, /sender_key/],
    [LARGE, { to: 'help1@acme.dev' }, /account_id_id/],
    [LARGE, { to: 'rare@acme.dev' }, /received_keys/],
    [LARGE, { to: 'none@acme.dev' }, /received_keys/],
    [LARGE, { q: 'hello' }, /account_id_id/],
    [LARGE, { since: DAY_ONE, until: new Date('2200-01-01') }, /account_id_id/],
    // No partition of emails has ids of this time.
    [LARGE, { threadId: uuidV7LowerBound(new Date('2200-01-01')) }, /^(?!.*account_id)/],
  ];
  it('reads few rows for a page, by an index', async () => {
    for (const [accountId, filters, index] of cases) {
      const listed = (page: PageRequest) => rowsOf(RECEIVED_LIST, accountId, page, filters);
      for (const { page, nodes } of await analyzePages(database.pool, middle, listed)) {
        const row = JSON.stringify([accountId, filters, page]);
        expectIndex(nodes, index, row);
        expect(sumRead(scansOf(nodes, ofEmails)), row).to.be.at.most(MOST_ROWS_READ);
      }
    }
  });

  it('reads a limited number of emails for a text that matches none, page by page and in each statement of the whole list', async () => {
    const listed = (page: PageRequest) => rowsOf(RECEIVED_LIST, LARGE, page, { q: 'no such text' });
    const [first] = await analyzePages(database.pool, middle, listed);
    expect(sumRead(scansOf(first?.nodes ?? [], ofEmails))).to.be.within(SEARCH_WINDOW, SEARCH_WINDOW + 10);
    const threadId = uuidV7LowerBound(DAY_ONE);
    const ofThread = (page: PageRequest) => rowsOf(RECEIVED_LIST, LARGE, page, { threadId });
    const [none] = await analyzePages(database.pool, middle, ofThread);
    expect(sumRead(scansOf(none?.nodes ?? [], ofEmails))).to.be.within(SEARCH_WINDOW, SEARCH_WINDOW + 10);
    const plans: number[] = [];
    const read = async <Result>(work: (asked: typeof database.pool) => Promise<Result>): Promise<Result> => {
      const [nodes = []] = await explain(
        database.pool,
        (asked) => work(asked as never),
        'ANALYZE, FORMAT JSON',
      );
      plans.push(sumRead(scansOf(nodes, ofEmails)));
      return await work(database.pool);
    };
    for await (const _ of walkReceived(read as never, LARGE, { q: 'no such text' }));
    expect(plans).to.have.length(2 * (ROWS_OF_LARGE / SEARCH_WINDOW) + 2);
    // A part may be read with the rest of the partitions that it begins and ends in.
    expect(Math.max(...plans)).to.be.below(ROWS_OF_LARGE / 2);
  });
});
