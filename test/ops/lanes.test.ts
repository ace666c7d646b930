// Operators' verbs where a table has several kinds of work: the lanes of mail and of runs.
import { expect } from 'chai';
import { findStuckRows } from '../../shared/platform/work/stuck.ts';
import { bulkRunsWork } from '../../shared/resources/flows/automations/runs/work.ts';
import { createAutomation, waitFor } from '../support/factories/automation-factories.ts';
import { createAccount, createDomain } from '../support/factories/factories.ts';
import { factoryIds } from '../support/factories/factory-ids.ts';
import { createRun } from '../support/factories/run-factories.ts';
import { expectDone } from './run-ops.ts';
import { useOperatedQueues } from './use-operated-queues.ts';

/** Then the runs of an account wait for its mail. */
const WAITING_MAIL_ALONE = 5_000;

describe('ops on the lanes of one table', () => {
  const operated = useOperatedQueues({ redisUrl: undefined });
  const { listStuck } = operated;

  describe('with mail of a campaign', () => {
    beforeEach(() => operated.change(`lane = 'campaign'`));

    it('list it under its own name, with its own group', async () => {
      expect(await listStuck()).to.have.length(1);
      expect((await listStuck())[0]).to.include({
        table: 'email_recipients_campaign',
        id: operated.recipientId,
        why: 'No worker of the group bulk is running.',
      });
    });

    it('count it in its own queue', async () => {
      const { data } = expectDone(await operated.ops('list-queues'));
      const rows = Object.assign({}, ...(data as { rows: object }[]).map((queue) => queue.rows));
      expect(rows.email_recipients).to.include({ woken: 0 });
      expect(rows.email_recipients_campaign).to.include({ woken: 1 });
    });

    it('retry it with its own queue', async () => {
      await operated.change(`woken_at = NULL, attempts = 2, next_attempt_at = now() + interval '8 hours'`);
      expect(expectDone(await operated.ops('redrive', 'send'))).to.deep.include({
        redriven_rows: { email_recipients: 0 },
      });
      expect(expectDone(await operated.ops('redrive', 'send-bulk'))).to.deep.include({
        redriven_rows: { email_recipients_campaign: 1 },
      });
    });
  });

  describe('with one of many runs that are due', () => {
    let run: { id: string };
    let accountId: string;
    before(async () => {
      const { pool } = operated.database;
      accountId = (await createAccount(pool)).id;
      const { id: domainId } = await createDomain(pool, accountId);
      const automation = await createAutomation(pool, accountId, { domainId, steps: [waitFor('order')] });
      run = await createRun(pool, { automation, contactId: factoryIds.next(), lane: 'bulk' });
      await pool.query(
        `UPDATE automation_runs SET woken_at = NULL, next_attempt_at = now() - interval '1 hour'`,
      );
    });

    after(() => operated.database.pool.query('DELETE FROM automation_runs'));

    it('list it last, as one that waits for its turn', async () => {
      const rows = await listStuck();
      expect(rows.map(({ id }) => id)).to.deep.equal([operated.recipientId, run.id]);
      expect(rows[1]).to.include({
        table: 'automation_runs_bulk',
        state: 'held',
        why: 'It waits for its turn: at most 2000 runs of this kind are awake at a time.',
      });
    });

    it('say that it waits for mail', async () => {
      await operated.database.pool.query(
        `INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, woken_at,
                                       next_attempt_at, updated_at)
         SELECT uuid_v7(now()), gen_random_uuid(), $2, 'to', 0, 'a@b.dev', 'queued', 'campaign', now(),
                now(), now() FROM generate_series(1, $1)`,
        [WAITING_MAIL_ALONE, accountId],
      );
      const [row] = await findStuckRows(operated.database.pool, bulkRunsWork.table.definition, new Date(), 1);
      expect(row).to.include({
        id: run.id,
        heldBy: 'Much bulk mail of its account waits to be sent: its runs go on when there is less.',
      });
    });
  });
});
