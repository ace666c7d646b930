// How the runs of automations do, in lists, in records and in the stream of changes (docs/reference/automations.md#health).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { watchAccount } from '../../support/api/watched-account.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createRun } from '../../support/factories/run-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { createRunner, mailOf, pauseStep, type RunAutomation } from './runs/runner.ts';

const DAY_MS = 86_400_000;

describe('The health of automations', () => {
  const app = useApp();
  const runner = useEach(() => createRunner(app));
  /** Sends a template that does not exist yet. */
  const failing = () => runner.automation([mailOf('later')]);
  const makeTemplate = () =>
    createTemplate(app.pool, runner.accountId, { alias: 'later', from: `a@${runner.domain.name}` });
  const act = (automation: RunAutomation, id: string, verb: 'retry' | 'cancel') =>
    runner.api.post(`/automations/${automation.id}/runs/${id}/${verb}`).expect(200);

  /** What the record says, as the item of the list does. */
  const healthOf = async ({ id }: RunAutomation) => {
    const { health } = await runner.shown(id);
    const { body } = await runner.api.get('/automations').expect(200);
    const item = body.data.find((each: { id: string }) => each.id === id);
    expect(item.health).to.deep.equal(health);
    return health;
  };
  const expectHealth = async (automation: RunAutomation, running: number, failed: number, last?: Date) =>
    expect(await healthOf(automation)).to.deep.equal({
      running,
      failed_24h: failed,
      last_failed_at: last?.toISOString() ?? null,
    });
  const listed = async (query: object) => {
    const { body } = await runner.api.get('/automations').query(query).expect(200);
    return body.data.map(({ id }: { id: string }) => id);
  };

  it('Says in `health` how many runs are in progress, how many have failed in the last 24 hours, and when one last failed.', async () => {
    const broken = await failing();
    const waiting = await runner.automation([pauseStep('one')]);
    await runner.run(waiting);
    await expectHealth(broken, 0, 0);
    await expectHealth(waiting, 1, 0);
    await runner.run(broken);
    const first = app.clock.now();
    await expectHealth(broken, 0, 1, first);
    app.clock.advance(DAY_MS - 1);
    await runner.run(broken);
    const second = app.clock.now();
    await expectHealth(broken, 0, 2, second);
    app.clock.advance(1);
    await expectHealth(broken, 0, 1, second);
    app.clock.advance(DAY_MS);
    await expectHealth(broken, 0, 0, second);
  });

  it('Counts a failed run no longer once it is retried, and again when it fails again.', async () => {
    const automation = await failing();
    const one = await runner.run(automation);
    const two = await runner.run(automation);
    const failedAt = app.clock.now();
    app.clock.advance(1_000);
    await act(automation, one, 'retry');
    await expectHealth(automation, 1, 1, failedAt);
    await runner.advance(one);
    await expectHealth(automation, 0, 2, app.clock.now());
    await makeTemplate();
    for (const id of [one, two]) await act(automation, id, 'retry');
    await expectHealth(automation, 2, 0);
    await runner.advance(one, two);
    expect(await runner.shownRun(automation, one)).to.include({ status: 'completed' });
    await expectHealth(automation, 0, 0);
  });

  it('Counts a cancelled run as neither, from the answer to its cancel or to the stop of its automation on.', async () => {
    const automation = await runner.automation([pauseStep('one')]);
    const cancelled = await runner.run(automation);
    await runner.run(automation);
    await act(automation, cancelled, 'cancel');
    await expectHealth(automation, 1, 0);
    await runner.api.post(`/automations/${automation.id}/stop`).expect(200);
    await expectHealth(automation, 0, 0);
    await runner.runBatches(automation);
    await expectHealth(automation, 0, 0);
  });

  it('Stops counting at 100 runs: 100 means 100 or more.', async () => {
    const automation = await failing();
    const id = await runner.run(automation);
    const { id: running } = await createRun(app.pool, { automation, contactId: runner.contactId });
    const failedAt = app.clock.now();
    for (const [more, shown] of [
      [98, 99],
      [1, 100],
      [1, 100],
    ] as const) {
      await app.pool.query(
        `INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                                      is_exclusive, status, chain, listens, step_key, clock, created_at, ended_at)
         SELECT uuid_v7(now()), account_id, automation_id, version_id, epoch, domain_id, contact_id, gen_random_uuid(),
                is_exclusive, status, chain, listens, step_key, clock, created_at, ended_at
         FROM automation_runs, generate_series(1, $2) WHERE id = ANY($1)`,
        [[id, running], more],
      );
      await expectHealth(automation, shown, shown, failedAt);
    }
  });

  it('Answers `health` with an automation that is created, changed or copied.', async () => {
    const automation = await failing();
    await runner.run(automation);
    const failed = { running: 0, failed_24h: 1, last_failed_at: app.clock.now().toISOString() };
    expect((await runner.change(automation.id, { name: 'Renamed' })).body.health).to.deep.equal(failed);
    const none = { running: 0, failed_24h: 0, last_failed_at: null };
    const copy = await runner.api.post(`/automations/${automation.id}/duplicate`).expect(201);
    for (const made of [copy.body, await runner.made()]) expect(made.health).to.deep.equal(none);
  });

  it('Lists only the automations of which a run has failed in the last 24 hours and was not retried, or only the others.', async () => {
    const first = await failing();
    const second = await failing();
    const other = await createRunner(app);
    await other.run(await other.automation([mailOf('later')]));
    const expectFailing = async (...ids: string[]) => {
      expect(await listed({ needs_attention: 'true' })).to.deep.equal(ids);
      const others = [second.id, first.id].filter((id) => !ids.includes(id));
      expect(await listed({ needs_attention: 'false' })).to.deep.equal(others);
      expect(await listed({})).to.deep.equal([second.id, first.id]);
    };
    await expectFailing();
    const id = await runner.run(first);
    app.clock.advance(1_000);
    await runner.run(second);
    await expectFailing(second.id, first.id);
    expect(await listed({ needs_attention: 'true', status: 'disabled' })).to.deep.equal([]);
    expect(await listed({ needs_attention: 'true', limit: '1', after: second.id })).to.deep.equal([first.id]);
    await makeTemplate();
    await act(first, id, 'retry');
    await expectFailing(second.id);
    app.clock.advance(DAY_MS);
    await expectFailing();
    expectError(await runner.api.get('/automations?needs_attention=maybe'), 422, 'validation_error');
  });

  it('Names automations in the stream of changes of their account when a run fails, is retried, ends or is cancelled.', async () => {
    const person = await signIn(app.pool, { now: app.clock.now(), accountId: runner.accountId });
    const watched = await watchAccount(app, person);
    const foreign = await watchAccount(app, await signIn(app.pool, { now: app.clock.now() }));
    const broken = await failing();
    const waiting = await runner.automation([pauseStep('one')], { trigger: 'started' });
    const started = { contactId: runner.contactId, startedAt: app.clock.now() };
    const { id } = await createRun(app.pool, { automation: broken, ...started });
    const { id: paused } = await createRun(app.pool, { automation: waiting, ...started });
    const expectNamed = async (change: () => PromiseLike<unknown>) => {
      await watched.forget();
      await change();
      await watched.until('automations');
    };
    await expectNamed(() => runner.advance(id));
    expect([...watched.named]).to.deep.equal(['automations']);
    await expectHealth(broken, 0, 1, app.clock.now());
    await makeTemplate();
    await expectNamed(() => act(broken, id, 'retry'));
    await expectNamed(() => runner.advance(id));
    await expectHealth(broken, 0, 0);
    await runner.advance(paused);
    await expectNamed(() => act(waiting, paused, 'cancel'));
    await expectNamed(() => act(waiting, paused, 'retry'));
    await runner.api.post(`/automations/${waiting.id}/stop`).expect(200);
    await expectNamed(() => runner.runBatches(waiting));
    await foreign.forget();
    expect([...foreign.named]).to.deep.equal([]);
    for (const watch of [watched, foreign]) watch.stop();
  });
});
