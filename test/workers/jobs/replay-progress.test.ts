// How far a replay has come (docs/reference/webhooks.md#how-far-a-replay-has-come): what is counted while its messages are
// delivered, and what another replay of the same messages takes over.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { claimMessages } from '../../../shared/resources/foundation/webhooks/delivery/claim-messages.ts';
import {
  type AttemptOutcome,
  recordAttempts,
} from '../../../shared/resources/foundation/webhooks/delivery/record-attempts.ts';
import { requireReplay } from '../../../shared/resources/foundation/webhooks/replays/find.ts';
import { startReplay } from '../../../shared/resources/foundation/webhooks/replays/start.ts';
import { replayWork } from '../../../shared/resources/foundation/webhooks/replays/work.ts';
import { createMessage } from '../../api/webhooks/owner.ts';
import { createAccount, createWebhook } from '../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../support/queues/queues.ts';
import { runJob } from '../../support/work/run-job.ts';
import { useJob } from '../support/use-job.ts';

describe('the progress of a replay', () => {
  const job = useJob();
  const { clock, ids, query } = job;
  let hook: { id: string; accountId: string };
  beforeEach(async () => {
    hook = await createWebhook(job.pool, (await createAccount(job.pool)).id);
    const createdAt = new Date(clock.now().getTime() - 60_000);
    for (const state of ['success', 'failed', 'failed', 'pending', 'attempting'] as const)
      await createMessage(job.pool, hook, { state, createdAt });
  });

  const start = async (status?: 'failed') => {
    const asked = { id: ids.next(), since: '1 hour ago', status, now: clock.now() };
    return await startReplay({ database: job.pool, queues: SILENT_QUEUES }, hook, asked);
  };
  const run = async (id: string) => {
    await runJob(replayWork, [id], job.deps);
    return id;
  };
  /** Total, waiting, delivered, failed, and when it has ended. */
  const progressOf = async (id: string) => {
    const key = { accountId: hook.accountId, webhookId: hook.id, id };
    const { total, waiting, delivered, failed, endedAt } = await requireReplay(job.pool, key);
    return [total, waiting, delivered, failed, endedAt];
  };
  /** Claims a message for each answer, a status or null for a failure that is tried again, and records them twice. */
  const answer = async (...answers: (number | null)[]) => {
    const lease = { worker: randomUUID(), token: randomUUID() };
    const at = clock.now();
    const shares = [{ webhookId: hook.id, count: answers.length }];
    const claimed = await claimMessages(job.pool, shares, lease, at);
    expect(claimed).to.have.length(answers.length);
    const outcomes = claimed.map(({ id, token }, index): AttemptOutcome => {
      const statusCode = answers[index] ?? 503;
      const nextAttemptAt = answers[index] === null ? at : null;
      return {
        attemptId: ids.next(),
        messageId: id,
        token,
        ...hook,
        webhookId: hook.id,
        at,
        nextAttemptAt,
        isDelivered: statusCode === 200,
        statusCode,
        error: null,
        durationMs: 1,
        responseHeaders: {},
        responseBody: '',
      };
    });
    for (let time = 0; time < 2; time += 1) await recordAttempts(job.pool, outcomes);
  };

  it('counts each of its messages once, when its delivery has ended', async () => {
    const { id, total } = await start();
    expect(total).to.equal(4);
    expect(await progressOf(id)).to.deep.equal([4, 4, 0, 0, null]);
    await run(id);
    expect(await progressOf(id)).to.deep.equal([4, 4, 0, 0, null]);
    await answer(200, 500, null);
    expect(await progressOf(id)).to.deep.equal([4, 2, 1, 1, null]);
    clock.advance(1_000);
    // What came after it is not counted.
    await createMessage(job.pool, hook, { state: 'pending', createdAt: clock.now() });
    await answer(200, 200, 200);
    expect(await progressOf(id)).to.deep.equal([4, 0, 3, 1, clock.now()]);
  });

  it('Counts an event that waits for two replays for the newer one only.', async () => {
    const first = await run((await start()).id);
    await answer(200, 500);
    clock.advance(1_000);
    const second = await run((await start()).id);
    expect(await progressOf(first)).to.deep.equal([4, 0, 1, 1, clock.now()]);
    expect(await progressOf(second)).to.deep.equal([4, 4, 0, 0, null]);
    await answer(200, 200, 500, 500);
    expect(await progressOf(first)).to.deep.equal([4, 0, 1, 1, clock.now()]);
    expect(await progressOf(second)).to.deep.equal([4, 0, 2, 2, clock.now()]);
    const third = await start('failed');
    expect(third.total).to.equal(2);
    await run(third.id);
    await answer(200, 200);
    expect(await progressOf(third.id)).to.deep.equal([2, 0, 2, 0, clock.now()]);
  });

  it('Says of a replay whose webhook was disabled that it has ended, and how many of its events wait until it is enabled.', async () => {
    const id = await run((await start()).id);
    await answer(200);
    const set = (status: string) =>
      query('UPDATE webhooks SET status = $2, updated_at = $3 WHERE id = $1', [hook.id, status, clock.now()]);
    clock.advance(1_000);
    await set('disabled');
    expect(await progressOf(id)).to.deep.equal([4, 3, 1, 0, clock.now()]);
    await set('enabled');
    expect(await progressOf(id)).to.deep.equal([4, 3, 1, 0, null]);
    await answer(200, 200, 200);
    const endedAt = clock.now();
    clock.advance(1_000);
    await set('disabled');
    expect(await progressOf(id)).to.deep.equal([4, 0, 4, 0, endedAt]);
  });

  it('is not shown of a replay of the release before, whose worker deletes its row', async () => {
    const { id } = await start();
    await query('UPDATE webhook_replays SET since = NULL WHERE id = $1', [id]);
    const refusal = await progressOf(id).catch((error: Error) => error);
    expect(refusal).to.include({ name: 'not_found' });
  });
});
