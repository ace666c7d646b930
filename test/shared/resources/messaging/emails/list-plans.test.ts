// The cost of a page of emails does not depend on the number of emails, neither of its account nor of others: each
// filter is served by an index on the account. The tests check Postgres' plans of the real statements.
import { expect } from 'chai';
import { rowsOf } from '../../../../../shared/platform/db/list.ts';
import { type PageRequest, SEARCH_WINDOW } from '../../../../../shared/platform/db/page.ts';
import { uuidV7LowerBound } from '../../../../../shared/platform/time/ids.ts';
import { EMAIL_LIST, type EmailFilters } from '../../../../../shared/resources/messaging/emails/list.ts';
import { tagKey } from '../../../../../shared/resources/messaging/emails/parts/tags.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { analyzePages, expectIndex, rowsRead, scansOf, sumRead } from '../../../../support/database/plans.ts';

const ROWS = 200_000;
/** Rows per INSERT, so that it ends within the statement timeout on a busy machine too. */
const ROWS_AT_A_TIME = 20_000;
/** Five of ten rows belong to the large account, four to another large one, and one to a hundred small accounts. */
const LARGE = '01900000-0000-7000-8000-000000000001';
/** Every email of this account has the tag that few emails of the large account have. */
const OTHER = '01900000-0000-7000-8000-000000000002';
const SMALL = '01900000-0000-7000-8000-000000000005';
/** All emails are from between. */
const DAY_ONE = new Date('2020-01-01');
const LAST_DAY = new Date('2200-01-01');
const UNKNOWN = uuidV7LowerBound(LAST_DAY);
const SPAN = { campaignId: UNKNOWN, fromId: UNKNOWN, beforeId: null };
/** Rows that a page may read: some per partition, not thousands. */
const MOST_ROWS_READ = 1_000;

describe('the list of emails in a large table', () => {
  const database = useDatabase();
  let middle: string;

  before(async () => {
    for (let first = 1; first <= ROWS; first += ROWS_AT_A_TIME) await insertEmails(first);
    await database.pool.query(
      `INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, updated_at)
       SELECT id, id, account_id, 'to', 0, to_addresses[1], status, 'transactional', created_at FROM emails`,
    );
    await database.pool.query('ANALYZE emails');
    await database.pool.query('ANALYZE email_recipients');
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM emails WHERE account_id = $1 ORDER BY id OFFSET 50000 LIMIT 1',
      [LARGE],
    );
    middle = rows[0]?.id ?? '';
  });

  /** UUIDs v7 from the first days of all months that have a partition, so that no partition is empty. */
  async function insertEmails(first: number): Promise<void> {
    await database.pool.query(
      `INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key,
                           to_addresses, subject, tag_keys, created_at)
       SELECT id, account, account, id, CASE WHEN n % 50 = 0 THEN 'batch' ELSE 'campaign' END,
              CASE WHEN n % 1000 = 0 THEN 'bounced' WHEN n % 1000 = 1 THEN 'pending' ELSE 'delivered' END,
              '<m@acme.dev>', 'Ana <a' || n % 100 || '@acme.dev>', 'a' || n % 100 || '@acme.dev',
              ARRAY['bo' || n % 10000 || '@customer.dev'], 'Order ' || n || ' has been shipped',
              CASE account WHEN $2::uuid THEN CASE WHEN n % 2971 = 0 THEN ARRAY[$3::bigint] END
                           WHEN $4::uuid THEN ARRAY[$5::bigint] END, day
       FROM generate_series($1::integer, $6::integer) AS n,
            LATERAL (SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(
              CASE WHEN n % 10 < 5 THEN 1 WHEN n % 10 < 9 THEN 2 ELSE 3 + n / 10 % 100 END), 12, '0'))::uuid) AS a (account),
            LATERAL (SELECT date_trunc('month', now()) + (n / 40 % 5 - 1) * interval '1 month' + n * interval '1 s') AS d (day),
            LATERAL (SELECT lpad(to_hex((extract(epoch FROM day) * 1000)::bigint), 12, '0')) AS s (stamp),
            LATERAL (SELECT (substr(stamp, 1, 8) || '-' || substr(stamp, 9) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid) AS i (id)`,
      [first, LARGE, tagKey(LARGE, 'kind'), OTHER, tagKey(OTHER, 'kind'), first + ROWS_AT_A_TIME - 1],
    );
  }

  const cases: [accountId: string, filters: EmailFilters, index: RegExp][] = [
    [LARGE, {}, /account_id_id/],
    [SMALL, {}, /account_id_id/],
    [LARGE, { statuses: ['bounced'] }, /_state/],
    [LARGE, { statuses: ['failed'] }, /_state/],
    [LARGE, { statuses: ['delivered'] }, /account_id/],
    [LARGE, { statuses: ['bounced', 'failed'] }, /_state/],
    [LARGE, { statuses: ['delivered', 'bounced'] }, /account_id/],
    [LARGE, { since: DAY_ONE, until: LAST_DAY }, /account_id_id/],
    [LARGE, { domainId: LARGE }, /account_id_id/],
    // No partition has ids of this time.
    [LARGE, { since: LAST_DAY }, /^$/],
    [LARGE, { campaign: SPAN }, /^$/],
    [LARGE, { threadId: UNKNOWN }, /^$/],
    [LARGE, { folder: 'scheduled' }, /_state/],
    [LARGE, { folder: 'sent' }, /account_id/],
    [LARGE, { source: 'batch' }, /source/],
    [LARGE, { source: 'smtp' }, /source/],
    [LARGE, { from: 'a1@acme.dev' }, /from_key/],
    [LARGE, { from: 'nobody@acme.dev' }, /from_key/],
    [LARGE, { to: 'bo1@customer.dev' }, /lower_email_id/],
    [LARGE, { to: 'nobody@customer.dev' }, /lower_email_id/],
    [LARGE, { tag: 'kind' }, /tag_keys/],
    [SMALL, { tag: 'kind' }, /tag_keys|account_id_id/],
    [LARGE, { q: 'shipped' }, /account_id_id/],
    [SMALL, { q: 'no such text' }, /account_id_id/],
    [LARGE, { q: 'no such text', statuses: ['bounced'] }, /_state/],
  ];
  it('reads only rows of its account for a page, by an index', async () => {
    for (const [accountId, filters, index] of cases) {
      const listed = (page: PageRequest) => rowsOf(EMAIL_LIST, accountId, page, filters);
      for (const { page, nodes } of await analyzePages(database.pool, middle, listed)) {
        const row = JSON.stringify([accountId, filters, page]);
        expectIndex(nodes, index, row);
        for (const scan of scansOf(nodes)) {
          const about = `${row}: ${JSON.stringify(scan)}`;
          expect(scan['Index Cond'] ?? scan['Node Type'], about).to.match(
            /account_id|id = |email_id = |Bitmap/,
          );
          expect(rowsRead(scan), about).to.be.at.most(MOST_ROWS_READ);
        }
      }
    }
  });

  it('reads a limited number of emails for a filter without an index that matches none', async () => {
    const all = uuidV7LowerBound(DAY_ONE);
    const span = { campaignId: all, fromId: all, beforeId: null };
    for (const filters of [
      { q: 'no such text' },
      { domainId: UNKNOWN },
      { threadId: all },
      { campaign: span },
      { domainId: UNKNOWN, since: DAY_ONE },
    ]) {
      const listed = (page: PageRequest) => rowsOf(EMAIL_LIST, LARGE, page, filters);
      const [first] = await analyzePages(database.pool, middle, listed);
      const about = JSON.stringify(filters);
      // Postgres reads one row ahead in each partition, and passes the few that are of no campaign.
      expect(sumRead(scansOf(first?.nodes ?? [])), about).to.be.within(SEARCH_WINDOW, 1.1 * SEARCH_WINDOW);
    }
  });
});
