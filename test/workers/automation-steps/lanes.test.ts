// The lanes of runs: what wakes a run, how many of those that were started together are awake, and which mail they send.
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import {
  bulkRunsWork,
  eventRunsWork,
  timerRunsWork,
} from '../../../shared/resources/flows/automations/runs/work.ts';
import { createAutomation, waitFor } from '../../support/factories/automation-factories.ts';
import { createSegment } from '../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { factoryIds } from '../../support/factories/factory-ids.ts';
import { createRun } from '../../support/factories/run-factories.ts';
import { recipientsTable } from '../../support/work/work-rows.ts';
import { PAUSE, useRuns } from './use-runs.ts';

/** The share of an account that is alone; 857 when there are two. */
const AWAKE_ALONE = 1_500;
const WAITING_MAIL_ALONE = 5_000;

describe('The lanes of runs', () => {
  const test = useRuns();
  const readRun = async (id: string) => {
    const rows = await test.query(
      'SELECT lane, woken_at IS NOT NULL AS woken, step_key AS step FROM automation_runs WHERE id = $1',
      [id],
    );
    return rows[0];
  };

  it('leave to time what sleeps, and an event takes it back', async () => {
    const id = await test.start(await test.automation([waitFor('order'), PAUSE]));
    expect(await readRun(id)).to.deep.equal({ lane: 'event', woken: true, step: 'wait_order' });
    await test.advance(id);
    expect(await readRun(id)).to.deep.equal({ lane: 'timer', woken: false, step: 'wait_order' });
    await test.send('order');
    expect(await readRun(id)).to.deep.equal({ lane: 'event', woken: true, step: 'wait_order' });
    await test.advance(id);
    expect(await readRun(id)).to.include({ lane: 'timer', woken: false });
    test.clock.advance(HOUR_MS * 24 * 30);
    expect(await timerRunsWork.table.markDue(test.database.pool, test.clock.now(), 10)).to.include(id);
  });

  it('keep a bulk run in its own, with its mail and with what it causes', async () => {
    const segment = await createSegment(test.database.pool, test.accountId, {
      audienceId: test.contact.audienceId,
    });
    const follower = await test.automation([waitFor('order')], { trigger: 'segment.entered' });
    const steps = [
      await test.mailStep(),
      { key: 'enter', type: 'add_to_segment' as const, config: { segment_id: segment.id } },
      waitFor('order'),
    ];
    const id = await test.start(await test.automation(steps), { lane: 'bulk' });
    await test.advance(id);
    expect(await readRun(id)).to.deep.equal({ lane: 'bulk', woken: false, step: 'wait_order' });
    const mail = await test.query('SELECT lane FROM email_recipients WHERE account_id = $1', [
      test.accountId,
    ]);
    expect(mail).to.deep.equal([{ lane: 'campaign' }]);
    const caused = await test.query('SELECT lane, woken_at FROM automation_runs WHERE automation_id = $1', [
      follower.id,
    ]);
    expect(caused).to.deep.equal([{ lane: 'bulk', woken_at: null }]);
    await test.send('order');
    expect(await readRun(id)).to.deep.equal({ lane: 'bulk', woken: true, step: 'wait_order' });
  });

  it('stay with events while they only wait for another try after a bug', async () => {
    const id = await test.start(await test.automation([PAUSE]), { stepKey: 'nowhere' });
    await test.advance(id);
    expect(await readRun(id)).to.deep.equal({ lane: 'event', woken: false, step: 'nowhere' });
    await test.query("UPDATE automation_runs SET step_key = 'pause' WHERE id = $1", [id]);
    test.clock.advance(HOUR_MS);
    expect(await eventRunsWork.table.markDue(test.database.pool, test.clock.now(), 10)).to.include(id);
    await test.advance(id);
    expect(await readRun(id)).to.deep.equal({ lane: 'timer', woken: false, step: 'pause' });
  });

  describe('of many accounts', () => {
    /** Runs that are due, of an account of their own. */
    const startBulk = async (count: number) => {
      const { pool } = test.database;
      const { id: accountId } = await createAccount(pool);
      const { id: domainId } = await createDomain(pool, accountId);
      const automation = await createAutomation(pool, accountId, { domainId, steps: [PAUSE] });
      const run = {
        automation,
        contactId: test.contact.id,
        lane: 'bulk',
        startedAt: test.clock.now(),
      } as const;
      const { id } = await createRun(pool, run);
      await pool.query('UPDATE automation_runs SET woken_at = NULL WHERE id = $1', [id]);
      await pool.query(COPY_RUNS, [id, count - 1]);
      return accountId;
    };
    const wake = (limit = 1_000) => bulkRunsWork.table.markDue(test.database.pool, test.clock.now(), limit);
    const wakeAll = async () => {
      while ((await wake()).length > 0);
    };
    const awakeOf = async (...accounts: string[]) => {
      const rows = await test.query(
        `SELECT (SELECT count(*)::integer FROM automation_runs AS run
                 WHERE run.account_id = given.id AND (woken_at IS NOT NULL OR claimed_by IS NOT NULL)) AS awake
         FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, position) ORDER BY position`,
        [accounts],
      );
      return rows.map(({ awake }) => awake);
    };
    const addMail = async (accountId: string, count: number) => {
      const now = new Date();
      const { pool } = test.database;
      const recipient = await recipientsTable.rows.insert(pool, { nextAttemptAt: now, wokenAt: now });
      await pool.query("UPDATE email_recipients SET lane = 'campaign', account_id = $2 WHERE id = $1", [
        recipient,
        accountId,
      ]);
      await pool.query(COPY_RECIPIENTS, [recipient, count - 1]);
      return recipient;
    };
    beforeEach(async () => {
      const { pool } = test.database;
      await pool.query(
        "UPDATE automation_runs SET next_attempt_at = NULL, woken_at = NULL WHERE lane = 'bulk'",
      );
      await pool.query(
        "UPDATE email_recipients SET woken_at = NULL, next_attempt_at = NULL WHERE lane = 'campaign'",
      );
    });

    it(`are awake up to ${AWAKE_ALONE} of one account, so that others have places`, async () => {
      const large = await startBulk(2_100);
      expect(await wake(10)).to.have.length(10);
      expect(await wake()).to.have.length(1_000);
      const [claimed = '', ...others] = await wake();
      expect(others).to.have.length(489);
      const lease = { worker: large, token: large };
      await bulkRunsWork.table.claim(test.database.pool, [claimed], lease);
      expect(await wake(), 'a claimed run counts').to.deep.equal([]);
      const small = await startBulk(3);
      expect(await wake()).to.have.length(3);
      expect(await awakeOf(large, small)).to.deep.equal([AWAKE_ALONE, 3]);
      const second = await startBulk(2_100);
      await wakeAll();
      const [, , ofSecond = 0] = await awakeOf(large, small, second);
      expect(ofSecond).to.be.within(300, 400);
      const last = await startBulk(1);
      expect(await wake()).to.have.length(1);
      expect(await awakeOf(last)).to.deep.equal([1]);
      await bulkRunsWork.table.release(test.database.pool, [
        { id: claimed, token: large, nextAttemptAt: null },
      ]);
      expect(await wake(), 'no more than its part').to.deep.equal([]);
    });

    it('are woken in turns, an account that has none awake before the others', async () => {
      const large = [await startBulk(2_100), await startBulk(2_100)];
      test.clock.advance(HOUR_MS);
      const small = await startBulk(5);
      expect(await wake(100)).to.have.length(100);
      expect((await awakeOf(...large, small)).sort((a, b) => a - b)).to.deep.equal([5, 47, 48]);
      await wakeAll();
      const awake = await awakeOf(...large);
      for (const each of awake) expect(each).to.be.within(854, 858);
      expect(await wake()).to.deep.equal([]);
    });

    it(`sleep while ${WAITING_MAIL_ALONE} recipients of bulk mail of their account wait, and no others`, async () => {
      const large = await startBulk(10);
      const recipient = await addMail(large, WAITING_MAIL_ALONE);
      expect(await wake()).to.deep.equal([]);
      const small = await startBulk(2);
      expect(await wake()).to.have.length(2);
      await test.query('UPDATE email_recipients SET woken_at = NULL, next_attempt_at = NULL WHERE id = $1', [
        recipient,
      ]);
      expect(await wake()).to.have.length(10);
      expect(await awakeOf(large, small)).to.deep.equal([10, 2]);
    });

    it('sleep while there is mail of others for two of them', async () => {
      for (let account = 0; account < 2; account += 1) await addMail(factoryIds.next(), WAITING_MAIL_ALONE);
      await startBulk(1);
      expect(await wake()).to.deep.equal([]);
    });
  });
});

const COPY_RUNS = `
  INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                               is_exclusive, chain, listens, step_key, clock, created_at, next_attempt_at, lane)
  SELECT gen_random_uuid(), account_id, automation_id, version_id, epoch, domain_id, contact_id, gen_random_uuid(),
         false, chain, listens, step_key, clock, created_at, next_attempt_at, lane
  FROM automation_runs, generate_series(1, $2::integer) WHERE id = $1`;

const COPY_RECIPIENTS = `
  INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, next_attempt_at,
                                woken_at, updated_at)
  SELECT uuid_v7(updated_at), email_id, account_id, kind, position, address, state, lane, next_attempt_at, woken_at,
         updated_at
  FROM email_recipients, generate_series(1, $2::integer) WHERE id = $1`;
