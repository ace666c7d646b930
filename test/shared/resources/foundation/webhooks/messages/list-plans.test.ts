// The cost of a page of a webhook's events does not depend on their number: each filter is served by an index, or
// searches a limited number of messages. The tests check Postgres' plans of the real statements.
import { expect } from 'chai';
import { findPageOf, rowsOf } from '../../../../../../shared/platform/db/list.ts';
import { type PageRequest, SEARCH_WINDOW } from '../../../../../../shared/platform/db/page.ts';
import {
  type MessageFilters,
  WEBHOOK_MESSAGE_LIST,
} from '../../../../../../shared/resources/foundation/webhooks/messages/list.ts';
import { WEBHOOK_ATTEMPT_LIST } from '../../../../../../shared/resources/foundation/webhooks/messages/list-attempts.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import {
  analyze,
  analyzePages,
  expectIndex,
  type Plan,
  sumRead,
} from '../../../../../support/database/plans.ts';
import { extent } from '../../../../../support/extent.ts';

const ROWS = extent('PLAN_ROWS', 120_000, 200_000);
/** Rows per INSERT, so that it ends within the statement timeout on a busy machine too. */
const ROWS_AT_A_TIME = 20_000;
const ACCOUNT = '01900000-0000-7000-8000-000000000001';
/** Seven of ten rows belong to this webhook, two to another large one, and one to a hundred small ones. */
const LARGE = '01900000-0000-7000-8000-000000000011';
const SMALL = '01900000-0000-7000-8000-000000000015';
/** Rows that a page may read: some per partition, not thousands. */
const MOST_ROWS_READ = 1_000;

describe("the list of a webhook's events in a large table", () => {
  const database = useDatabase();
  let middle: string;

  before(async () => {
    for (let first = 1; first <= ROWS; first += ROWS_AT_A_TIME) await insertMessages(first);
    // A third of the messages have one attempt, every thousandth has a hundred.
    await database.pool.query(
      `INSERT INTO webhook_attempts (id, account_id, webhook_id, message_id, duration_ms, created_at)
       SELECT uuid_v7(created_at + n * interval '1 ms'), account_id, webhook_id, id, 1, created_at
       FROM webhook_messages,
            generate_series(1, CASE WHEN type = 'email.bounced' THEN 100 ELSE 1 END) AS n
       WHERE webhook_id = $1 AND (type = 'email.bounced' OR random() < 0.3)`,
      [LARGE],
    );
    await database.pool.query('ANALYZE webhook_attempts');
    await database.pool.query('ANALYZE webhook_messages');
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM webhook_messages WHERE webhook_id = $1 ORDER BY id OFFSET $2 LIMIT 1',
      [LARGE, 0.35 * ROWS],
    );
    middle = rows[0]?.id ?? '';
  });

  /** UUIDs v7 from the first days of all months that have a partition, so that no partition is empty. */
  async function insertMessages(first: number): Promise<void> {
    await database.pool.query(
      `INSERT INTO webhook_messages (id, account_id, webhook_id, type, payload, state, next_attempt_at, claimed_by,
                                     claim_token, created_at)
       SELECT id, $2, webhook, CASE WHEN n % 1000 = 6 THEN 'email.bounced' ELSE 'email.sent' END, '{}',
              CASE n % 1000 WHEN 10 THEN 'failed' WHEN 11 THEN 'pending' WHEN 12 THEN 'attempting' ELSE 'success' END,
              CASE WHEN n % 1000 IN (11, 12) THEN day END,
              CASE WHEN n % 1000 = 12 THEN id END, CASE WHEN n % 1000 = 12 THEN id END, day
       FROM generate_series($1::integer, $3::integer) AS n,
            LATERAL (SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(16 +
              CASE WHEN n % 10 < 7 THEN 1 WHEN n % 10 < 9 THEN 2 ELSE 3 + n / 10 % 100 END), 12, '0'))::uuid) AS w (webhook),
            LATERAL (SELECT date_trunc('month', now()) + (n / 40 % 5 - 1) * interval '1 month' + n * interval '1 s') AS d (day),
            LATERAL (SELECT lpad(to_hex((extract(epoch FROM day) * 1000)::bigint), 12, '0')) AS s (stamp),
            LATERAL (SELECT (substr(stamp, 1, 8) || '-' || substr(stamp, 9) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid) AS i (id)`,
      [first, ACCOUNT, first + ROWS_AT_A_TIME - 1],
    );
  }

  /** The rows that a plan reads, none of them in a scan of a whole table. */
  const readBy = (nodes: readonly Plan[], row: string) => {
    expectIndex(nodes, /./, row);
    return sumRead(nodes.filter((node) => node['Node Type'].includes('Scan') && !node.Plans));
  };

  const cases: [webhook: string, filters: MessageFilters, most: number][] = [
    [LARGE, {}, MOST_ROWS_READ],
    [SMALL, {}, MOST_ROWS_READ],
    [LARGE, { status: 'failed' }, MOST_ROWS_READ],
    [SMALL, { status: 'failed' }, MOST_ROWS_READ],
    [LARGE, { status: 'pending' }, MOST_ROWS_READ],
    [SMALL, { status: 'pending' }, MOST_ROWS_READ],
    [LARGE, { status: 'attempting' }, MOST_ROWS_READ],
    [LARGE, { status: 'success' }, MOST_ROWS_READ],
    [LARGE, { type: 'email.sent' }, MOST_ROWS_READ],
    [LARGE, { type: 'email.opened' }, SEARCH_WINDOW + MOST_ROWS_READ],
    [SMALL, { type: 'email.opened' }, 2 * MOST_ROWS_READ],
    [LARGE, { type: 'email.opened', status: 'failed' }, MOST_ROWS_READ],
  ];
  it('reads a limited number of rows for a page', async () => {
    for (const [id, filters, most] of cases) {
      const listed = (page: PageRequest) =>
        rowsOf(WEBHOOK_MESSAGE_LIST, id, page, { ...filters, accountId: ACCOUNT });
      for (const { page, nodes } of await analyzePages(database.pool, middle, listed)) {
        const row = JSON.stringify([id, filters, page]);
        expect(readBy(nodes, row), row).to.be.at.most(most);
      }
    }
  });

  it('reads at most 100 attempts of an event with one attempt and with 100', async () => {
    for (const attempts of [1, 100]) {
      const { rows } = await database.pool.query<{ id: string }>(
        `SELECT message_id AS id FROM webhook_attempts GROUP BY message_id HAVING count(*) = $1 LIMIT 1`,
        [attempts],
      );
      const id = rows[0]?.id ?? expect.fail('There is no such event.');
      const nodes = await analyze(database.pool, (explaining) =>
        findPageOf(
          explaining,
          WEBHOOK_ATTEMPT_LIST,
          id,
          { limit: 20 },
          { accountId: ACCOUNT, webhookId: LARGE },
        ),
      );
      expect(readBy(nodes, `${attempts}`), `${attempts}`).to.be.within(1, 100);
    }
  });
});
