// POST /webhooks/:id/replay with `status: undelivered`: what an endpoint missed while it failed, promised by a dry run and
// carried out by the job (docs/reference/webhooks.md#replays).
import { expect } from 'chai';
import { HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { replayWork } from '../../../shared/resources/foundation/webhooks/replays/work.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { runJob } from '../../support/work/run-job.ts';
import { jobDepsOf } from '../contact-imports/importer.ts';
import { createHookOwner, createMessage, readMessage } from './owner.ts';

describe('POST /webhooks/:id/replay of what was not delivered', () => {
  const app = useApp();
  const owner = useEach(() => createHookOwner(app));
  const replay = async (body: object) =>
    (
      await owner.api
        .post(`${owner.path}/replay`)
        .send({ since: '1 hour ago', ...body })
        .expect(200)
    ).body;

  it('Replays with `status: undelivered` the failed events, and those that wait because their attempts so far have failed.', async () => {
    const now = app.clock.now();
    const createdAt = new Date(now.getTime() - MINUTE_MS);
    const later = new Date(now.getTime() + HOUR_MS);
    const create = async (fields: object) =>
      (await createMessage(app.pool, owner.hook, { createdAt, ...fields })).id;
    const missed = [
      await create({ state: 'failed', attempts: 10 }),
      await create({ state: 'pending', attempts: 3, nextAttemptAt: later }),
    ];
    const others = [
      await create({ state: 'success' }),
      await create({ state: 'pending', attempts: 0, nextAttemptAt: later }),
      await create({ state: 'attempting' }),
      await create({ state: 'failed', createdAt: new Date(now.getTime() - 2 * HOUR_MS) }),
    ];
    const before = await Promise.all(others.map((id) => readMessage(app.pool, id)));
    const status = 'undelivered';
    expect(await replay({ status, dry_run: true })).to.include({ status, total: 2, dry_run: true });
    const { id, total } = await replay({ status });
    expect(total).to.equal(2);
    await runJob(replayWork, [id], jobDepsOf(app));
    for (const each of missed)
      expect(await readMessage(app.pool, each)).to.deep.include({ state: 'pending', next_attempt_at: now });
    expect(await Promise.all(others.map((each) => readMessage(app.pool, each)))).to.deep.equal(before);
  });

  it('Ends the pause that failures have caused when events since a time are replayed.', async () => {
    const rest = async () =>
      (await app.pool.query('SELECT rest_until FROM webhooks WHERE id = $1', [owner.hook.id])).rows[0]
        .rest_until;
    await app.pool.query("UPDATE webhooks SET rest_until = now() + interval '1 minute' WHERE id = $1", [
      owner.hook.id,
    ]);
    await replay({ dry_run: true });
    expect(await rest()).to.be.instanceOf(Date);
    await replay({});
    expect(await rest()).to.equal(null);
  });
});
