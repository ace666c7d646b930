// The job of POST /webhooks/:id/replay, which replays many messages (docs/reference/webhooks.md#replays): in steps,
// each of which is recorded in the transaction that makes its messages due.

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Claim } from '../../../shared/platform/work/work-table.ts';
import { startReplay } from '../../../shared/resources/foundation/webhooks/replays/start.ts';
import { replayWalk } from '../../../shared/resources/foundation/webhooks/replays/step.ts';
import { replayWork } from '../../../shared/resources/foundation/webhooks/replays/work.ts';
import { createMessage, readMessage } from '../../api/webhooks/owner.ts';
import { createAccount, createWebhook } from '../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../support/queues/queues.ts';
import { runJob, stoppingAfter } from '../../support/work/run-job.ts';
import { useJob } from '../support/use-job.ts';

const MINUTE_MS = 60_000;
const TRIES = 10;
const STEP_MESSAGES = 500;
const STEP_LOOKS = 20_000;
/** Messages that one job makes due. */
const STEPS_OF_JOB = 2;
const JOB_MESSAGES = STEPS_OF_JOB * STEP_MESSAGES;

describe('the replay of many messages', () => {
  const job = useJob();
  const { clock, ids, query, row } = job;
  let hook: { id: string; accountId: string };
  beforeEach(async () => {
    woken.length = 0;
    hook = await createWebhook(job.pool, (await createAccount(job.pool)).id);
  });

  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
  const start = async (status?: 'success' | 'failed') => {
    const since = ago(MINUTE_MS).toISOString();
    const replay = { id: ids.next(), since, status, now: clock.now() };
    return (await startReplay({ database: job.pool, queues: SILENT_QUEUES }, hook, replay)).id;
  };
  /** Ids of webhooks that were woken by steps of the test itself. */
  const woken: string[] = [];
  const step = (claim: Claim) => {
    const wake = (_queue: unknown, webhookIds: readonly string[]) => void woken.push(...webhookIds);
    return replayWalk.step({ ...job.deps, queues: { ...job.deps.queues, wake } }, claim, clock.now());
  };
  const run = (id: string) => runJob(replayWork, [id], job.deps);
  const rowOf = (id: string) => row('SELECT * FROM webhook_replays WHERE id = $1', [id]);
  /** Inserts messages that succeeded at their first attempt, a millisecond apart. */
  const insertMany = (count: number) =>
    query(
      `INSERT INTO webhook_messages (id, account_id, webhook_id, type, payload, state, attempts, created_at)
       SELECT uuid_v7(at), $2, $1, 'email.sent', '{}', 'success', 1, at
       FROM generate_series(1, $3::integer) AS n, LATERAL (SELECT $4::timestamptz - n * interval '1 ms') AS a (at)`,
      [hook.id, hook.accountId, count, clock.now()],
    );
  const countBy = async () => {
    const rows = await query(
      `SELECT state, attempts, count(*)::integer FROM webhook_messages WHERE webhook_id = $1
       GROUP BY state, attempts ORDER BY state, attempts`,
      [hook.id],
    );
    return rows.map(({ state, attempts, count }) => `${count} ${state} ${attempts}`);
  };

  it('Replays every event since the time, whatever its status, except those that are being delivered.', async () => {
    const createdAt = ago(MINUTE_MS / 2);
    const success = await createMessage(job.pool, hook, { state: 'success', createdAt });
    const failed = await createMessage(job.pool, hook, { state: 'failed', attempts: 10, createdAt });
    const waits = { state: 'pending', attempts: 3, nextAttemptAt: ago(-MINUTE_MS), createdAt } as const;
    const waiting = await createMessage(job.pool, hook, waits);
    const onItsWay = await createMessage(job.pool, hook, { state: 'attempting', createdAt });
    const held = await readMessage(job.pool, onItsWay.id);
    const id = await start();
    await run(id);
    const due = { state: 'pending', next_attempt_at: clock.now(), claimed_by: null, woken_at: null };
    expect(await readMessage(job.pool, success.id)).to.deep.equal({ ...due, attempts: TRIES });
    expect(await readMessage(job.pool, failed.id)).to.deep.equal({ ...due, attempts: TRIES });
    expect(await readMessage(job.pool, waiting.id)).to.deep.equal({ ...due, attempts: 3 });
    expect(await readMessage(job.pool, onItsWay.id)).to.deep.equal(held);
    expect(await rowOf(id)).to.deep.include({ ended_at: clock.now(), total: 3, made_due: 3 });
  });

  describe('Replays only delivered events with `status: success`, and only failed ones with `status: failed`.', () => {
    for (const status of ['success', 'failed'] as const) {
      it(status, async () => {
        const createdAt = ago(MINUTE_MS / 2);
        const messages = new Map<string, string>();
        for (const state of ['success', 'failed', 'pending'] as const)
          messages.set(
            state,
            (await createMessage(job.pool, hook, { state, createdAt, nextAttemptAt: null })).id,
          );
        await run(await start(status));
        for (const [state, id] of messages) {
          const { next_attempt_at } = await readMessage(job.pool, id);
          expect(next_attempt_at, state).to.deep.equal(state === status ? clock.now() : null);
        }
      });
    }
  });

  it('Replays no older events, no events after the request and none of other webhooks.', async () => {
    const other = await createWebhook(job.pool, hook.accountId);
    const alone = [
      await createMessage(job.pool, hook, { createdAt: ago(2 * MINUTE_MS) }),
      await createMessage(job.pool, other, { createdAt: ago(MINUTE_MS / 2) }),
    ];
    const id = await start();
    clock.advance(1_000);
    alone.push(await createMessage(job.pool, hook, { createdAt: clock.now() }));
    await run(id);
    for (const message of alone)
      expect(await readMessage(job.pool, message.id)).to.include({ state: 'success', attempts: 1 });
  });

  it('continues in further jobs when there are more messages than one job replays', async () => {
    await insertMany(JOB_MESSAGES + 1);
    const id = await start();
    await runJob(replayWork, [id], stoppingAfter(STEPS_OF_JOB, job.deps));
    expect(await countBy()).to.deep.equal([`${JOB_MESSAGES} pending ${TRIES}`, '1 success 1']);
    // Woken again at once.
    expect(await rowOf(id)).to.deep.include({ claimed_by: null, next_attempt_at: clock.now(), attempts: 0 });
    await run(id);
    expect(await countBy()).to.deep.equal([`${JOB_MESSAGES + 1} pending ${TRIES}`]);
    expect(await rowOf(id)).to.deep.include({ ended_at: clock.now(), next_attempt_at: null });
  });

  it('continues after the last recorded step when its worker died: no message is replayed twice or left out', async () => {
    await insertMany(3 * STEP_MESSAGES);
    const id = await start();
    const [claim] = await replayWork.table.claim(job.pool, [id], {
      worker: randomUUID(),
      token: randomUUID(),
    });
    if (!claim) expect.fail('The replay was not woken.');
    expect(await step(claim)).to.equal('more');
    expect(woken).to.deep.equal([hook.id]);
    // The messages are delivered before the dead worker is detected.
    await query(
      "UPDATE webhook_messages SET state = 'success', next_attempt_at = NULL, attempts = attempts + 1 WHERE webhook_id = $1 AND state = 'pending'",
      [hook.id],
    );
    const lost = await replayWork.table.findLost(job.pool, 0, 10);
    expect(await replayWork.table.reclaim(job.pool, lost, clock.now())).to.deep.equal([id]);
    await replayWork.table.markDue(job.pool, clock.now(), 10);
    await run(id);
    expect(await countBy()).to.deep.equal([
      `${2 * STEP_MESSAGES} pending ${TRIES}`,
      `${STEP_MESSAGES} success ${TRIES + 1}`,
    ]);
  });

  it('finds few among many in steps that look at a part of them', async () => {
    await insertMany(STEP_LOOKS);
    const older = ago(MINUTE_MS / 2);
    const newer = clock.now();
    for (const createdAt of [older, newer])
      await createMessage(job.pool, hook, { state: 'failed', attempts: TRIES, createdAt });
    const id = await start('failed');
    await runJob(replayWork, [id], stoppingAfter(1, job.deps));
    expect(await countBy()).to.deep.equal([
      `1 failed ${TRIES}`,
      `1 pending ${TRIES}`,
      `${STEP_LOOKS} success 1`,
    ]);
    await run(id);
    expect(await countBy()).to.deep.equal([`2 pending ${TRIES}`, `${STEP_LOOKS} success 1`]);
    expect(await rowOf(id)).to.deep.include({ ended_at: clock.now(), total: 2, made_due: 2 });
  });

  it('does no step for a worker that has lost its claim', async () => {
    await insertMany(1);
    const id = await start();
    const stale = { id, token: randomUUID() };
    expect(await step(stale)).to.equal('done');
    expect(woken).to.deep.equal([]);
    expect(await countBy()).to.deep.equal(['1 success 1']);
    expect(await rowOf(id)).not.to.equal(undefined);
  });

  it('runs once, however many jobs name it', async () => {
    await insertMany(STEP_MESSAGES);
    const id = await start();
    await Promise.all([run(id), run(id), run(id)]);
    expect(await countBy()).to.deep.equal([`${STEP_MESSAGES} pending ${TRIES}`]);
  });

  describe('Ends a replay when its webhook is disabled or deleted.', () => {
    for (const [what, statement, left] of [
      ['disabled', "UPDATE webhooks SET status = 'disabled' WHERE id = $1", 1],
      ['deleted', 'DELETE FROM webhooks WHERE id = $1', 0],
    ] as const) {
      it(what, async () => {
        await insertMany(1);
        const id = await start();
        await query(statement, [hook.id]);
        await run(id);
        expect(await countBy()).to.deep.equal(['1 success 1']);
        const rows = await query('SELECT next_attempt_at FROM webhook_replays WHERE id = $1', [id]);
        expect(rows).to.deep.equal(Array(left).fill({ next_attempt_at: null }));
      });
    }
  });
});
