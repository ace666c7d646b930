// What the scheduled trigger starts (docs/reference/automation-steps.md#the-scheduled-trigger).
import { expect } from 'chai';
import { AUTOMATIONS_OF_TRIGGER_MAX } from '../../../shared/contract/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { automationBatchWork } from '../../../shared/resources/flows/automations/batches/work.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { runJob, stoppingAfter } from '../../support/work/run-job.ts';
import { jobDepsOf } from '../contact-imports/importer.ts';
import { type BatchRecord, createBatcher } from './batches/batcher.ts';
import { DELAY } from './owner.ts';

describe('Scheduled automations', () => {
  const app = useApp();
  const owner = useEach(() => createBatcher(app));
  /** The contacts of the account's audience, with the one of its factory. */
  let contactIds: string[];

  beforeEach(async () => {
    contactIds = [owner.contactId, ...(await owner.contacts(2))].sort();
  });

  const fromNow = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
  const trigger = 'service:schedule';
  const triggerAt = (at: string) => ({ trigger, trigger_config: { at, timezone: 'UTC' } });
  const schedule = (at: string, fields: object = {}) =>
    owner.made({ steps: [DELAY], status: 'enabled', ...triggerAt(at), ...fields });
  const schedules = async (automation: { id: string }): Promise<BatchRecord[]> =>
    (await owner.read(`/automations/${automation.id}/batches?type=schedule`)).data;
  /** Does what is due now. @returns how many batches were */
  const runDue = async () => {
    const ids = await automationBatchWork.table.markDue(app.pool, app.clock.now(), 100);
    await runJob(automationBatchWork, ids, jobDepsOf(app));
    return ids.length;
  };
  const startedIn = async (automation: { id: string }) =>
    (await owner.runsOf(automation)).map(({ contactId }) => contactId).sort();
  /** A job whose worker is to shut down after it has counted the contacts: the batch has begun, and is woken again. */
  const beginOnly = async (automation: { id: string }) => {
    const [{ id = '' } = {}] = await schedules(automation);
    await automationBatchWork.table.markDue(app.pool, app.clock.now(), 100);
    await runJob(automationBatchWork, [id], stoppingAfter(2, jobDepsOf(app)));
    const batch = await owner.batch(automation, id);
    expect(batch).to.deep.include({
      status: 'running',
      counts: { total: 3, done: 0, skipped: 0, failed: 0 },
    });
    return id;
  };

  it('Starts a run for each contact of the audience at the scheduled time, once, and leaves the automation enabled.', async () => {
    const at = fromNow(HOUR_MS);
    const automation = await schedule(at);
    app.clock.advance(HOUR_MS - 1);
    expect(await runDue()).to.equal(0);
    const [pending] = await schedules(automation);
    expect(pending).to.include({ status: 'pending', at, completed_at: null });
    app.clock.advance(1);
    expect(await runDue()).to.equal(1);
    expect(await startedIn(automation)).to.deep.equal(contactIds);
    const [ended] = await schedules(automation);
    expect(ended?.counts).to.deep.equal({ total: 3, done: 3, skipped: 0, failed: 0 });
    expect(ended).to.include({ status: 'completed', at, completed_at: at });
    expect((await owner.shown(automation.id)).status).to.equal('enabled');
    app.clock.advance(HOUR_MS);
    expect(await runDue()).to.equal(0);
    expect(await startedIn(automation)).to.have.length(3);
  });

  it('Starts no scheduled run for a contact who is created after the scheduled time.', async () => {
    const automation = await schedule(fromNow(MINUTE_MS));
    app.clock.advance(2 * MINUTE_MS);
    await owner.contacts(1, { createdAt: app.clock.now() });
    await runDue();
    expect(await startedIn(automation)).to.deep.equal(contactIds);
  });

  it('Takes a new time of an enabled automation in place of one that has not come, and starts its contacts again after one that has.', async () => {
    const automation = await schedule(fromNow(MINUTE_MS));
    const later = fromNow(HOUR_MS);
    const change = (fields: object) => owner.change(automation.id, { status: 'enabled', ...fields });
    expect((await change(triggerAt(later))).status).to.equal(200);
    expect(await schedules(automation)).to.have.length(1);
    app.clock.advance(2 * MINUTE_MS);
    expect(await runDue()).to.equal(0);
    app.clock.advance(HOUR_MS);
    expect(await runDue()).to.equal(1);
    expect(await startedIn(automation)).to.have.length(3);
    expect((await change(triggerAt(fromNow(HOUR_MS)))).status).to.equal(200);
    app.clock.advance(HOUR_MS);
    expect(await runDue()).to.equal(1);
    expect(await startedIn(automation)).to.have.length(6);
    expect((await schedules(automation)).map(({ status }) => status)).to.deep.equal([
      'completed',
      'completed',
    ]);
  });

  it('Removes a schedule that has not come when the automation gets another trigger.', async () => {
    const automation = await schedule(fromNow(MINUTE_MS));
    await owner.change(automation.id, { status: 'disabled' });
    await owner.change(automation.id, { trigger: 'user.signed_up', trigger_config: null });
    expect(await schedules(automation)).to.deep.equal([]);
    app.clock.advance(HOUR_MS);
    expect(await runDue()).to.equal(0);
  });

  it('Misses a schedule whose automation is disabled at its time.', async () => {
    const automation = await schedule(fromNow(MINUTE_MS));
    await owner.change(automation.id, { status: 'disabled' });
    app.clock.advance(HOUR_MS);
    expect(await runDue()).to.equal(1);
    const [missed] = await schedules(automation);
    expect(missed).to.include({ status: 'missed' });
    expect(missed?.counts).to.deep.equal({ total: 0, done: 0, skipped: 0, failed: 0 });
    expect(await owner.runsOf(automation)).to.deep.equal([]);
    const at = fromNow(MINUTE_MS);
    expect((await owner.change(automation.id, { status: 'enabled', ...triggerAt(at) })).status).to.equal(200);
    app.clock.advance(HOUR_MS);
    expect(await runDue()).to.equal(1);
    expect(await startedIn(automation)).to.deep.equal(contactIds);
    expect((await schedules(automation)).map(({ status }) => status)).to.deep.equal(['completed', 'missed']);
  });

  it('Starts a schedule whose time came while the service was down, once, when it is up again.', async () => {
    const at = fromNow(MINUTE_MS);
    const automation = await schedule(at);
    app.clock.advance(100 * HOUR_MS);
    expect(await runDue()).to.equal(1);
    expect(await startedIn(automation)).to.deep.equal(contactIds);
    const [ended] = await schedules(automation);
    expect(ended).to.include({ status: 'completed', at, completed_at: app.clock.now().toISOString() });
    expect(await runDue()).to.equal(0);
  });

  it('Ends a schedule as cancelled when its automation is stopped or disabled before all contacts had their turn.', async () => {
    for (const end of ['stop', 'disable', 'cancel the runs'] as const) {
      const automation = await schedule(fromNow(MINUTE_MS));
      app.clock.advance(HOUR_MS);
      const id = await beginOnly(automation);
      if (end === 'stop') await owner.api.post(`/automations/${automation.id}/stop`);
      else if (end === 'disable') await owner.change(automation.id, { status: 'disabled' });
      else await owner.cancelRuns(automation);
      await owner.runBatches(automation);
      const batch = await owner.batch(automation, id);
      expect(batch.status, end).to.equal('cancelled');
      expect(batch.counts, end).to.deep.equal({ total: 3, done: 0, skipped: 3, failed: 0 });
      expect(batch.skipped_reasons, end).to.deep.equal({ disabled: 3 });
      expect(await owner.runsOf(automation), end).to.deep.equal([]);
    }
  });

  it('Stores the event `service:schedule` with the reason for a contact for whom a schedule starts no run.', async () => {
    const automation = await schedule(fromNow(HOUR_MS), { reentry: 'once' });
    const enroll = await owner.enroll(automation, { contact_id: owner.contactId });
    await owner.ended(automation, enroll);
    app.clock.advance(HOUR_MS);
    await runDue();
    const [batch] = await schedules(automation);
    expect(batch?.counts).to.deep.equal({ total: 3, done: 2, skipped: 1, failed: 0 });
    expect(batch?.skipped_reasons).to.deep.equal({ once: 1 });
    const eventsOf = async (id: string) => (await owner.read(`/contacts/${id}/events`)).data;
    const [event, ...others] = await eventsOf(owner.contactId);
    expect(others).to.deep.equal([]);
    expect(event).to.deep.include({ event: 'service:schedule', payload: null });
    expect(JSON.stringify(event)).to.include('"reason":"once"').and.to.include(automation.id);
    expect(await eventsOf(contactIds.find((id) => id !== owner.contactId) ?? '')).to.deep.equal([]);
  });

  it('Starts a schedule at the instant that its time has in its zone, also where the clock is changed.', async () => {
    for (const [month, instant] of [
      [2, 'T01:30:00.000Z'],
      [9, 'T00:30:00.000Z'],
    ] as const) {
      const date = nextLastSunday(month, app.clock.now());
      const at = { at: `${date}T02:30:00`, timezone: 'Europe/Berlin' };
      // A year may have 371 days from one such Sunday to the next.
      while (Date.parse(date) - app.clock.now().getTime() > 366 * DAY_MS) app.clock.advance(DAY_MS);
      const automation = await schedule('', { trigger_config: at });
      const [pending] = await schedules(automation);
      expect(pending?.at).to.equal(`${date}${instant}`);
    }
  });

  it('Does not count scheduled automations towards the 100 of a domain with the same trigger.', async () => {
    const others = Array.from({ length: AUTOMATIONS_OF_TRIGGER_MAX }, () =>
      createAutomation(app.pool, owner.accountId, { domainId: owner.domain.id, trigger: 'service:schedule' }),
    );
    await Promise.all(others);
    await schedule(fromNow(HOUR_MS));
  });

  it('Removes the schedule of an automation that is deleted.', async () => {
    const automation = await schedule(fromNow(HOUR_MS));
    await owner.api.delete(`/automations/${automation.id}`);
    await owner.runBatches(automation);
    expect(await owner.batches(automation.id)).to.deep.equal([]);
  });
});

/** The day on which Europe changes its clocks. @param month from 0 */
function nextLastSunday(month: number, now: Date): string {
  for (let year = now.getUTCFullYear(); ; year += 1) {
    const last = new Date(Date.UTC(year, month + 1, 0));
    last.setUTCDate(last.getUTCDate() - last.getUTCDay());
    if (last > now) return last.toISOString().slice(0, 10);
  }
}
