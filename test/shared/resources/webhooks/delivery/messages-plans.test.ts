// The statements of webhook delivery stay cheap when nearly all messages are done and one endpoint has a large backlog:
// each finds its rows through an index. The tests check Postgres' plans of the real statements.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { connectDatabase, type Database, type Queryable } from '../../../../../shared/platform/db/connect.ts';
import { createLog } from '../../../../../shared/platform/log/log.ts';
import { claimMessages } from '../../../../../shared/resources/webhooks/delivery/claim-messages.ts';
import { endOrphanedMessages } from '../../../../../shared/resources/webhooks/delivery/end-orphans.ts';
import { webhookMessagesTable } from '../../../../../shared/resources/webhooks/delivery/messages-table.ts';
import { useDatabase } from '../../../../support/database.ts';
import { createAccount, createWebhook } from '../../../../support/factories.ts';
import { explain } from '../../../../support/plans.ts';

/** Of every 100 messages, 95 are done, 4 wait for the busy endpoint and one waits for another endpoint. */
const ROWS = 100_000;
const NOW = new Date();

describe('a large table of webhook messages', function () {
  this.timeout(60_000);
  after(() => worker.end());
  const database = useDatabase();
  /** Connected like a worker: statements are planned once, for all values. */
  let worker: Database;
  let busy: string;
  let others: string[];
  before(async () => {
    const log = createLog({ level: 'silent', process: 'test' });
    const options = { connectionString: database.url, poolSize: 1, applicationName: 'test', log };
    worker = connectDatabase({ ...options, plansOnce: true });
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
  const moves: [name: string, index: RegExp, move: (explaining: Queryable) => Promise<unknown>][] = [
    ['a tick', /next_attempt_at_idx/, (on) => webhookMessagesTable.markDue(on, NOW, 1_000)],
    ['a sweep', /webhook_id_next/, (on) => webhookMessagesTable.markLostWakeUps(on, NOW, 10_000, NOW)],
    ['a claim', /webhook_id_next/, (on) => claimMessages(on, shares(), lease, NOW)],
    ['ending orphans', /webhook_id_next/, (on) => endOrphanedMessages(on)],
  ];
  for (const [name, index, move] of moves) {
    it(`serves ${name} from an index, without a sequential scan of the messages`, async () => {
      const [nodes = []] = await explain(worker, move);
      const indexes = nodes.flatMap((node) => node['Index Name'] ?? []);
      expect(
        indexes.some((used) => index.test(used)),
        indexes.join(),
      ).to.equal(true);
      const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
      const tables = scanned.map((node) => node['Relation Name'] ?? '');
      expect(tables.filter((table) => table.startsWith('webhook_messages'))).to.deep.equal([]);
    });
  }

  it('is swept in one step per endpoint, whatever the size of its backlog', async () => {
    const [nodes = []] = await explain(
      worker,
      (on) => webhookMessagesTable.markLostWakeUps(on, NOW, 10_000, NOW),
      'ANALYZE, FORMAT JSON',
    );
    const read = nodes
      .filter((node) => node['Relation Name']?.startsWith('webhook_messages'))
      .map((node) => node['Actual Rows'] * node['Actual Loops']);
    expect(Math.max(...read)).to.be.within(1, 200);
  });

  it('is claimed from by reading about as many messages as are claimed', async () => {
    const [nodes = []] = await explain(
      worker,
      (on) => claimMessages(on, [{ webhookId: busy, count: 10 }], lease, NOW),
      'ANALYZE, FORMAT JSON',
    );
    const read = nodes
      .filter((node) => node['Index Name']?.includes('webhook_id_next'))
      .map((node) => node['Actual Rows'] * node['Actual Loops']);
    expect(Math.max(...read)).to.be.within(1, 20);
  });
});
