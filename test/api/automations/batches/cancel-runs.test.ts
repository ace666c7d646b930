// POST /automations/:id/runs/cancel (docs/reference/automation-batches.md#post-automationsidrunscancel).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { readRun } from '../../../support/factories/run-factories.ts';
import { countsOf, createBatcher } from './batcher.ts';

describe('Canceling the runs of an automation', () => {
  const app = useApp();
  const owner = useEach(() => createBatcher(app));

  it('Cancels the runs in progress of an automation at once, and leaves it enabled or disabled as before.', async () => {
    for (const status of ['enabled', 'disabled'] as const) {
      const automation = await owner.automation(undefined, { status });
      const shown = await owner.shown(automation.id);
      const ids = [await owner.run(automation), await owner.run(automation)];
      app.clock.advance(1_000);
      const answer = await owner.cancelRuns(automation);
      expect(answer.body).to.include({ object: 'automation_batch', type: 'cancel', status: 'pending' });
      for (const id of ids)
        expect(await owner.shownRun(automation, id)).to.include({ status: 'cancelled', reason: 'stopped' });
      app.clock.advance(2 * 86_400_000);
      await owner.advance(...ids);
      expect(await owner.ended(automation, answer)).to.deep.include({
        status: 'completed',
        counts: countsOf({ done: 2 }),
      });
      for (const id of ids) expect(await readRun(app.pool, id)).to.include({ status: 'cancelled' });
      expect(await owner.shown(automation.id)).to.deep.equal(shown);
    }
  });

  it('Starts new runs of an automation after its runs were canceled.', async () => {
    const automation = await owner.automation(undefined, { trigger: 'paid' });
    await owner.sendEvent('paid');
    const answer = await owner.cancelRuns(automation);
    expect((await owner.sendEvent('paid')).body.runs_started).to.equal(1);
    expect((await owner.ended(automation, answer)).counts).to.deep.equal(countsOf({ done: 1 }));
    const runs = await owner.runsOf(automation);
    expect(runs.map(({ status }) => status)).to.deep.equal(['cancelled', 'running']);
  });

  it('Answers a repeated cancel of the runs with the batch that has not ended.', async () => {
    const automation = await owner.automation();
    await owner.run(automation);
    const first = await owner.cancelRuns(automation);
    const second = await owner.cancelRuns(automation);
    expect([second.status, second.body]).to.deep.equal([202, first.body]);
    expect((await owner.ended(automation, second)).counts).to.deep.equal(countsOf({ done: 1 }));
    const third = await owner.cancelRuns(automation);
    expect(third.body.id).not.to.equal(first.body.id);
    expect((await owner.ended(automation, third)).counts).to.deep.equal(countsOf({}));
  });

  it('Ends the enrolments and retries of an automation whose runs are canceled.', async () => {
    const automation = await owner.automation();
    const enrolment = await owner.enroll(automation, { all: true });
    const retry = await owner.retryRuns(automation, { since: '1 hour ago' });
    await owner.cancelRuns(automation);
    for (const answer of [enrolment, retry])
      expect(await owner.ended(automation, answer)).to.include({ status: 'cancelled' });
    expect(await owner.runsOf(automation)).to.deep.equal([]);
  });
});
