// The lanes of runs: what wakes a run, how many of those that were started together are awake, and which mail they send.
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { bulkRunsTable, timerRunsTable } from '../../../shared/resources/automations/runs/table.ts';
import { waitFor } from '../../support/automation-factories.ts';
import { createSegment } from '../../support/contact-factories.ts';
import { recipientsTable } from '../../support/work-rows.ts';
import { useRuns } from './use-runs.ts';

const PAUSE = { key: 'pause', type: 'delay', config: { duration: '1 day' } } as const;
const AWAKE_MAX = 2_000;
const WAITING_MAIL_MAX = 5_000;

describe('The lanes of runs', () => {
  const test = useRuns();
  const readRun = async (id: string) => {
    const { rows } = await test.database.pool.query<{ lane: string; woken: boolean; step: string | null }>(
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
    expect(await timerRunsTable.markDue(test.database.pool, test.clock.now(), 10)).to.include(id);
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
    const { rows: mail } = await test.database.pool.query(
      'SELECT lane FROM email_recipients WHERE account_id = $1',
      [test.accountId],
    );
    expect(mail).to.deep.equal([{ lane: 'campaign' }]);
    const { rows: caused } = await test.database.pool.query(
      'SELECT lane, woken_at FROM automation_runs WHERE automation_id = $1',
      [follower.id],
    );
    expect(caused).to.deep.equal([{ lane: 'bulk', woken_at: null }]);
    await test.send('order');
    expect(await readRun(id)).to.deep.equal({ lane: 'bulk', woken: true, step: 'wait_order' });
  });

  it(`keep fewer than ${AWAKE_MAX} bulk runs awake`, async () => {
    const { pool } = test.database;
    await pool.query(
      "UPDATE automation_runs SET next_attempt_at = NULL, woken_at = NULL WHERE lane = 'bulk'",
    );
    const id = await test.start(await test.automation([PAUSE]), { lane: 'bulk' });
    await pool.query('UPDATE automation_runs SET woken_at = NULL WHERE id = $1', [id]);
    await pool.query(COPY_RUNS, [id, AWAKE_MAX + 9]);
    const wake = () => bulkRunsTable.markDue(pool, test.clock.now(), 1_000);
    expect(await wake()).to.have.length(1_000);
    const [claimed, ...others] = await wake();
    expect(others).to.have.length(999);
    await bulkRunsTable.claim(pool, [claimed as string], { worker: id, token: id });
    expect(await wake(), 'a claimed run counts').to.deep.equal([]);
    await bulkRunsTable.release(pool, [{ id: claimed as string, token: id, nextAttemptAt: null }]);
    expect(await wake()).to.have.length(1);
  });

  it(`let bulk runs sleep while ${WAITING_MAIL_MAX} recipients of bulk mail wait`, async () => {
    const { pool } = test.database;
    await pool.query(
      "UPDATE automation_runs SET next_attempt_at = NULL, woken_at = NULL WHERE lane = 'bulk'",
    );
    const id = await test.start(await test.automation([PAUSE]), { lane: 'bulk' });
    await pool.query('UPDATE automation_runs SET woken_at = NULL WHERE id = $1', [id]);
    await pool.query("UPDATE email_recipients SET woken_at = NULL WHERE lane = 'campaign'");
    const now = new Date();
    const recipient = await recipientsTable.rows.insert(pool, { nextAttemptAt: now, wokenAt: now });
    await pool.query("UPDATE email_recipients SET lane = 'campaign' WHERE id = $1", [recipient]);
    await pool.query(COPY_RECIPIENTS, [recipient, WAITING_MAIL_MAX - 1]);
    expect(await bulkRunsTable.markDue(pool, test.clock.now(), 1_000)).to.deep.equal([]);
    await pool.query('UPDATE email_recipients SET woken_at = NULL WHERE id = $1', [recipient]);
    expect(await bulkRunsTable.markDue(pool, test.clock.now(), 1_000)).to.deep.equal([id]);
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
