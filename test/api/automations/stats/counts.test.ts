// GET /automations/:id/stats (docs/reference/automation-stats.md#what-is-counted).
import { expect } from 'chai';
import { RUN_RETENTION_DAYS } from '../../../../shared/contract/limits.ts';
import { transaction } from '../../../../shared/platform/db/transaction.ts';
import { DAY_MS } from '../../../../shared/platform/time/durations.ts';
import { NIL_UUID } from '../../../../shared/platform/time/ids.ts';
import { eraseRuns } from '../../../../shared/resources/flows/automations/runs/erase.ts';
import { useApp } from '../../../support/api/app.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { waitFor } from '../../../support/factories/automation-factories.ts';
import { createContact } from '../../../support/factories/contact-factories.ts';
import { createRun } from '../../../support/factories/run-factories.ts';
import { removeOldRows } from '../../../support/work/remove-old-rows.ts';
import { UNKNOWN_ID } from '../../specimen.ts';
import { DELAY, TRIGGER } from '../owner.ts';
import { branches, mailOf, PAID, pauseStep, type RunAutomation } from '../runs/runner.ts';
import { createFunnelOwner } from './funnel.ts';

const PAUSE = pauseStep('pause');
/** Fails: it has no template. */
const BROKEN = mailOf(UNKNOWN_ID, 'broken');

describe('The funnel of an automation', () => {
  const app = useApp();
  const owner = useEach(() => createFunnelOwner(app));
  /** paid → (met) pause, (not met) broken */
  const branching = () =>
    owner.automation([PAID, PAUSE, BROKEN], { connections: branches('pause', 'broken') });
  const paid = (automation: RunAutomation) => owner.run(automation, { payload: { paid: true } });
  const cancel = ({ id }: RunAutomation, run: string) =>
    owner.api.post(`/automations/${id}/runs/${run}/cancel`).expect(200);
  /** The runs that a pause keeps continue. */
  const endPause = async (...runs: string[]) => {
    await app.pool.query('UPDATE automation_runs SET woken_at = now() WHERE id = ANY($1::uuid[])', [runs]);
    await owner.advance(...runs);
  };
  const nothing = { entered: 0, waiting: 0, completed: 0, failed: 0, skipped: {} };

  it('Counts the runs of an automation by their status: those in progress, and those that ended in the last 30 days.', async () => {
    const automation = await branching();
    await paid(await branching());
    await paid(automation);
    await owner.run(automation);
    await cancel(automation, await paid(automation));
    const last = await paid(automation);
    app.clock.advance(2 * DAY_MS);
    await endPause(last);
    const { object, id, counted_at, runs } = await owner.stats(automation);
    expect([object, id]).to.deep.equal(['automation_stats', automation.id]);
    expect(counted_at).to.equal(app.clock.now().toISOString());
    expect(runs).to.deep.equal({ started: 4, running: 1, completed: 1, failed: 1, cancelled: 1 });
    await removeOldRows(app.pool, new Date(app.clock.now().getTime() + (RUN_RETENTION_DAYS - 1) * DAY_MS));
    const { runs: kept } = await owner.stats(automation);
    expect(kept).to.deep.equal({ started: 2, running: 1, completed: 1, failed: 0, cancelled: 0 });
  });

  it('Counts for each step of the automation, in its order, the runs that have come to it and what became of them.', async () => {
    const automation = await branching();
    const first = await paid(automation);
    const second = await paid(automation);
    await owner.run(automation);
    app.clock.advance(2 * DAY_MS);
    await endPause(first);
    await cancel(automation, second);
    const [paidId, pauseId, brokenId] = automation.stepIds;
    const emails = { sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0 };
    expect((await owner.stats(automation)).steps).to.deep.equal([
      { id: paidId, key: 'paid', type: 'condition', ...nothing, entered: 3, completed: 3, emails: null },
      { id: pauseId, key: 'pause', type: 'delay', ...nothing, entered: 2, completed: 1, emails: null },
      { id: brokenId, key: 'broken', type: 'send_email', ...nothing, entered: 1, failed: 1, emails },
    ]);
  });

  it('Counts runs that are at a step, and those of them that wait.', async () => {
    const automation = await owner.automation([waitFor('order'), await owner.mailStep()]);
    await owner.run(automation);
    const woken = await createRun(app.pool, { automation, contactId: owner.contactId });
    expect(await owner.step(automation, 'wait_order')).to.include({ entered: 2, waiting: 1, completed: 0 });
    await app.pool.query(
      "INSERT INTO sending_switches (name, reason, tripped_at) VALUES ('pause', 'a test', now())",
    );
    try {
      const mailing = await owner.automation([await owner.mailStep()]);
      await owner.run(mailing);
      expect(await owner.step(mailing, 'mail')).to.include({ entered: 1, waiting: 1, completed: 0 });
    } finally {
      await app.pool.query('DELETE FROM sending_switches');
    }
    await cancel(automation, woken.id);
    expect(await owner.step(automation, 'wait_order')).to.include({ entered: 2, waiting: 1 });
  });

  it('Counts the skipped mails of a step by the reason: `unsubscribed`, `topic` or `suppressed`.', async () => {
    const topic = await owner.api.post('/topics').send({ name: 'News', default_subscription: 'opt_out' });
    const mail = await owner.mailStep();
    const config = { ...mail.config, topic_id: topic.body.id };
    const automation = await owner.automation([mail]);
    const withTopic = await owner.automation([
      { ...mail, config },
      { ...mail, key: 'more' },
    ]);
    const skipped = async (each: RunAutomation) => (await owner.step(each, 'mail')).skipped;
    const contact = () => createContact(app.pool, { accountId: owner.accountId });
    const gone = await contact();
    await owner.api.patch(`/contacts/${gone.id}`).send({ unsubscribed: true }).expect(200);
    for (let times = 0; times < 2; times += 1) await owner.run(automation, { contactId: gone.id });
    const bad = await contact();
    await owner.api.post('/suppressions').send({ email: bad.email });
    await owner.run(automation, { contactId: bad.id });
    await owner.run(automation);
    expect(await skipped(automation)).to.deep.equal({ unsubscribed: 2, suppressed: 1 });
    expect(await owner.step(automation, 'mail')).to.include({ entered: 4, completed: 1 });
    await owner.run(withTopic);
    expect(await skipped(withTopic)).to.deep.equal({ topic: 1 });
    expect(await owner.step(withTopic, 'more')).to.include({ entered: 1, completed: 1 });
  });

  it('Counts what became of the mail of a step: a mail that a person opened or clicked counts once, and what machines do counts not.', async () => {
    const automation = await owner.automation([await owner.mailStep('one'), await owner.mailStep('two')]);
    for (let times = 0; times < 3; times += 1) await owner.run(automation);
    const [first, second, third, fourth, fifth] = await owner.mails(automation);
    if (!first || !second || !third || !fourth || !fifth) return expect.fail('There are six mails.');
    // Each run has sent the two mails one after the other.
    await owner.record(first, 'delivered');
    await owner.record(third, 'complained');
    await owner.record(fifth, 'bounced');
    await owner.record(second, 'sent');
    await owner.record(fourth, 'delayed');
    await owner.touch(first, 'opened', 'opened', 'clicked', 'clicked');
    await owner.touch(third, 'opened');
    await owner.scan(fourth);
    const none = { opened: 0, clicked: 0, bounced: 0 };
    expect((await owner.step(automation, 'one')).emails).to.deep.equal({
      sent: 2,
      delivered: 2,
      opened: 2,
      clicked: 1,
      bounced: 1,
    });
    expect((await owner.step(automation, 'two')).emails).to.deep.equal({ sent: 1, delivered: 0, ...none });
    expect(await owner.step(automation, 'two')).to.include({ entered: 3, completed: 3 });
  });

  it('Answers zeros for an automation without runs.', async () => {
    const made = await owner.made();
    const { counted_at, runs, steps } = await owner.stats(made);
    expect(counted_at).to.equal(app.clock.now().toISOString());
    expect(Object.values(runs)).to.deep.equal([0, 0, 0, 0, 0]);
    const id = made.steps[1]?.id;
    expect(steps).to.deep.equal([{ id, key: 'pause', type: 'delay', ...nothing, emails: null }]);
    const { id: empty } = await owner.made({ steps: [TRIGGER] });
    expect((await owner.stats({ id: empty })).steps).to.deep.equal([]);
  });

  it('Counts the runs of a stopped automation as cancelled and not as waiting from the answer of the stop on.', async () => {
    const automation = await branching();
    for (let times = 0; times < 3; times += 1) await paid(automation);
    await createRun(app.pool, { automation, contactId: owner.contactId });
    await owner.api.post(`/automations/${automation.id}/stop`).expect(200);
    const stopped = await owner.stats(automation);
    expect(stopped.runs).to.include({ started: 4, running: 0, cancelled: 4 });
    expect(stopped.steps[0]).to.include({ entered: 4, completed: 3 });
    expect(stopped.steps[1]).to.include({ entered: 3, waiting: 0, completed: 0 });
    await owner.runBatches(automation);
    expect(await owner.stats(automation)).to.deep.equal(stopped);
  });

  it('Counts a failed run that is retried as running, and no longer as failed at its step.', async () => {
    const automation = await branching();
    const run = await owner.run(automation);
    expect((await owner.stats(automation)).runs).to.include({ running: 0, failed: 1 });
    await owner.api.post(`/automations/${automation.id}/runs/${run}/retry`).expect(200);
    const { runs, steps } = await owner.stats(automation);
    expect(runs).to.include({ started: 1, running: 1, failed: 0 });
    expect(steps[2]).to.include({ key: 'broken', entered: 1, failed: 0 });
    await owner.advance(run);
    expect((await owner.stats(automation)).steps[2]).to.include({ entered: 1, failed: 1 });
  });

  it('Keeps counting the runs of a contact that was deleted.', async () => {
    const automation = await branching();
    const { id: contactId } = await createContact(app.pool, { accountId: owner.accountId });
    await owner.run(automation, { contactId, payload: { paid: true } });
    await owner.run(automation, { contactId });
    await owner.api.delete(`/contacts/${contactId}`).expect(200);
    const { runs, steps } = await owner.stats(automation);
    expect(runs).to.deep.equal({ started: 2, running: 0, completed: 0, failed: 1, cancelled: 1 });
    expect(steps[1]).to.include({ entered: 1, waiting: 0 });
  });

  it('Counts skipped steps of a person who was erased for the reason `erased`, and no longer the mail.', async () => {
    const automation = await owner.automation([await owner.mailStep()]);
    const { accountId } = owner;
    const gone = await createContact(app.pool, { accountId });
    await owner.run(automation, { contactId: gone.id });
    await owner.api.patch(`/contacts/${gone.id}`).send({ unsubscribed: true }).expect(200);
    await owner.run(automation, { contactId: gone.id });
    for (const mail of await owner.mails(automation)) await owner.record(mail, 'delivered');
    expect((await owner.step(automation, 'mail')).emails).to.include({ sent: 1 });
    const erased = { accountId, contactIds: [gone.id], after: [NIL_UUID, NIL_UUID] as const, limit: 10 };
    await transaction(app.pool, (client) => eraseRuns(client, erased));
    const step = await owner.step(automation, 'mail');
    expect(step).to.include({ entered: 2, completed: 1 });
    expect(step.skipped).to.deep.equal({ erased: 1 });
    expect(step.emails).to.include({ sent: 0, delivered: 0 });
  });

  it('Keeps the counts of a step that gets another key.', async () => {
    const { id, steps } = await owner.made({ status: 'enabled' });
    const step = steps[1]?.id;
    await startOne(id);
    await owner.change(id, { status: 'disabled' }).expect(200);
    await owner.api.patch(`/automations/${id}/steps/${step}`).send({ key: 'later' }).expect(200);
    expect((await owner.stats({ id })).steps).to.deep.equal([
      { id: step, key: 'later', type: 'delay', ...nothing, entered: 1, waiting: 1, emails: null },
    ]);
  });

  it('Shows the steps that runs have come to and that the automation does not have any more after the others, with their last keys.', async () => {
    const { id, steps } = await owner.made({ status: 'enabled' });
    const first = steps[1]?.id;
    await startOne(id);
    await owner.change(id, { status: 'disabled' }).expect(200);
    await owner.api.patch(`/automations/${id}/steps/${first}`).send({ key: 'later' }).expect(200);
    await owner.change(id, { status: 'enabled' }).expect(200);
    await startOne(id);
    const unused = { ...DELAY, key: 'unused' };
    await owner.change(id, { status: 'enabled', steps: [TRIGGER, unused] }).expect(200);
    const { body } = await owner.change(id, { status: 'enabled', steps: [TRIGGER, DELAY] }).expect(200);
    await startOne(id);
    const counted = { type: 'delay', ...nothing, emails: null };
    expect((await owner.stats({ id })).steps).to.deep.equal([
      { id: body.steps[1].id, key: 'pause', ...counted, entered: 1, waiting: 1 },
      { id: first, key: 'later', ...counted, entered: 2, waiting: 2 },
    ]);
  });

  /** Starts a run by an event, and moves it. */
  const startOne = async (id: string) => {
    await owner.sendEvent('user.signed_up').expect(202);
    const { rows } = await app.pool.query(
      'SELECT id FROM automation_runs WHERE automation_id = $1 ORDER BY id DESC LIMIT 1',
      [id],
    );
    await owner.advance(rows[0].id);
  };
});
