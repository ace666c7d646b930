// The statements of webhook delivery stay cheap when nearly all messages are done and one endpoint has a large backlog:
// each finds its rows through an index. The tests check Postgres' plans of the real statements.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Database } from '../../../../../../shared/platform/db/connect.ts';
import { claimMessages } from '../../../../../../shared/resources/foundation/webhooks/delivery/claim-messages.ts';
import { endOrphanedMessages } from '../../../../../../shared/resources/foundation/webhooks/delivery/end-orphans.ts';
import { webhookWork } from '../../../../../../shared/resources/foundation/webhooks/delivery/work.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import {
  analyze,
  expectIndex,
  explain,
  type Plan,
  scansOf,
  type Work,
} from '../../../../../support/database/plans.ts';
import { connectOnce } from '../../../../../support/database/prepared-plans.ts';
import { extent } from '../../../../../support/extent.ts';
import { createAccount, createWebhook } from '../../../../../support/factories/factories.ts';

/** In every 100 messages, 95 are done, 4 wait for the busy endpoint and one waits for another endpoint. */
const ROWS = extent('PLAN_ROWS', 40_000, 200_000);
const NOW = new Date();

describe('a large table of webhook messages', () => {
  after(() => worker.end());
  const database = useDatabase();
  /** Connected like a worker: statements are planned once, for all values. */
  let worker: Database;
  let busy: string;
  let others: string[];
  before(async () => {
    worker = connectOnce(database.url);
    const { id: accountId } = await createAccount(database.pool);
    const webhooks = [];
    for (let count = 0; count < 20; count += 1) webhooks.push(await createWebhook(database.pool, accountId));
    const [first, ...rest] = webhooks.map(({ id }) => id);
    busy = first ?? '';
    others = rest;
    await database.pool.query(
      `INSERT INTO webhook_messages
         (id, account_id, webhook_id, type, payload, state, next_attempt_at, created_at)
       SELECT uuid_v7(now()), $2, CASE WHEN n % 100 < 99 THEN $3::uuid ELSE ($4::uuid[])[1 + n / 100 % 19] END,
              'email.sent', '{}', CASE WHEN n % 100 < 95 THEN 'success' ELSE 'pending' END,
              CASE WHEN n % 100 >= 95 THEN $5::timestamptz - interval '1 minute' - n * interval '1 ms' END, now()
       FROM generate_series(1, $1::integer) AS n`,
      [ROWS, accountId, busy, others, NOW],
    );
    await database.pool.query('ANALYZE webhook_messages, webhooks');
  });

  const shares = () => [busy, ...others].map((webhookId) => ({ webhookId, count: 10 }));
  const lease = { worker: randomUUID(), token: randomUUID() };
  const moves: [name: string, index: RegExp, move: Work][] = [
    ['a tick', /next_attempt_at_idx/, (on) => webhookWork.table.markDue(on, NOW, 1_000)],
    ['a sweep', /webhook_id_next/, (on) => webhookWork.table.markLostWakeUps(on, NOW, 10_000, NOW)],
    ['a claim', /webhook_id_next/, (on) => claimMessages(on, shares(), lease, NOW)],
    ['ending orphans', /webhook_id_next/, (on) => endOrphanedMessages(on)],
  ];
  it('serves each statement from an index, without a sequential scan of the messages', async () => {
    for (const [name, index, move] of moves) {
      const [nodes = []] = await explain(worker, move);
      expectIndex(
        nodes.filter((node) => node['Relation Name'] !== 'webhooks'),
        index,
        name,
      );
    }
  });

  it('is swept in one step per endpoint, whatever the size of its backlog', async () => {
    const nodes = await analyze(worker, (on) => webhookWork.table.markLostWakeUps(on, NOW, 10_000, NOW));
    const read = scansOf(nodes, /^webhook_messages/).map(rowsReturned);
    expect(Math.max(...read)).to.be.within(1, 200);
  });

  it('is claimed from by reading about as many messages as are claimed', async () => {
    const claim: Work = (on) => claimMessages(on, [{ webhookId: busy, count: 10 }], lease, NOW);
    const nodes = await analyze(worker, claim);
    const read = nodes.filter((node) => node['Index Name']?.includes('webhook_id_next')).map(rowsReturned);
    expect(Math.max(...read)).to.be.within(1, 20);
  });
});

function rowsReturned(node: Plan): number {
  return node['Actual Rows'] * node['Actual Loops'];
}
