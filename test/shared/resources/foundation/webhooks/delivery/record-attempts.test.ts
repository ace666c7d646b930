// Recording attempts: each result is written once, even if several workers write it or one writes it repeatedly
// (docs/architecture/guarantees.md#outcomes).
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import { claimMessages } from '../../../../../../shared/resources/foundation/webhooks/delivery/claim-messages.ts';
import { findDeliveryCounts } from '../../../../../../shared/resources/foundation/webhooks/delivery/counters.ts';
import {
  type AttemptOutcome,
  recordAttempts,
} from '../../../../../../shared/resources/foundation/webhooks/delivery/record-attempts.ts';
import { webhookWork } from '../../../../../../shared/resources/foundation/webhooks/delivery/work.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import {
  createAccount,
  createWebhook,
  createWebhookMessages,
} from '../../../../../support/factories/factories.ts';

describe('recording attempts of webhook messages', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  let webhook: { id: string; accountId: string };
  beforeEach(async () => {
    const { id: accountId } = await createAccount(database.pool);
    webhook = await createWebhook(database.pool, accountId);
  });

  /** Claims a message as a worker does. */
  const claim = async () => {
    const lease = { worker: randomUUID(), token: randomUUID() };
    const share = { webhookId: webhook.id, count: 1 };
    const [message] = await claimMessages(database.pool, [share], lease, new Date());
    return message ?? expect.fail('Nothing was claimed.');
  };
  const insertAndClaim = async () => {
    await createWebhookMessages(database.pool, webhook, 1);
    return await claim();
  };
  const outcomeOf = (
    { id, token }: { id: string; token: string },
    statusCode: number,
    changes: Partial<AttemptOutcome> = {},
  ): AttemptOutcome => ({
    attemptId: ids.next(),
    messageId: id,
    token,
    accountId: webhook.accountId,
    webhookId: webhook.id,
    at: new Date(),
    nextAttemptAt: statusCode === 200 ? null : new Date(Date.now() + 5_000),
    isDelivered: statusCode === 200,
    statusCode,
    error: null,
    durationMs: 5,
    responseHeaders: { a: 'b' },
    responseBody: 'ok',
    ...changes,
  });
  const read = async (id: string) => {
    const { rows } = await database.pool.query('SELECT * FROM webhook_messages WHERE id = $1', [id]);
    return rows[0];
  };
  const attemptsOf = async (id: string) => {
    const { rows } = await database.pool.query('SELECT * FROM webhook_attempts WHERE message_id = $1', [id]);
    return rows;
  };
  const failures = async () => {
    const { rows } = await database.pool.query('SELECT failures FROM webhooks WHERE id = $1', [webhook.id]);
    return rows[0].failures;
  };

  it('ends a delivered message', async () => {
    const message = await insertAndClaim();
    await recordAttempts(database.pool, [outcomeOf(message, 200)]);
    expect(await read(message.id)).to.include({
      state: 'success',
      attempts: 1,
      next_attempt_at: null,
      claimed_by: null,
      claim_token: null,
    });
    expect(await attemptsOf(message.id)).to.have.length(1);
  });

  it('changes nothing when it is repeated: one attempt, one failure, counted once', async () => {
    const message = await insertAndClaim();
    const outcome = outcomeOf(message, 500);
    await recordAttempts(database.pool, [outcome]);
    await recordAttempts(database.pool, [outcome]);
    expect(await attemptsOf(message.id)).to.have.length(1);
    expect(await read(message.id)).to.include({ state: 'pending', attempts: 1 });
    expect(await failures()).to.equal(1);
    const counts = (await findDeliveryCounts(database.pool, [webhook.id], new Date())).get(webhook.id);
    expect(counts).to.deep.include({ lastSuccessAt: null, delivered: 0, failed: 1 });
  });

  it('ignores a failure after another worker has claimed the message', async () => {
    const old = await insertAndClaim();
    await webhookWork.table.reclaim(database.pool, [old], new Date());
    const present = await claim();
    await recordAttempts(database.pool, [outcomeOf(old, 500)]);
    expect(await read(old.id)).to.include({ state: 'attempting', claim_token: present.token });
    expect(await failures()).to.equal(0);
  });

  it('counts a success even after another worker has claimed the message, because the endpoint has received it', async () => {
    const old = await insertAndClaim();
    await webhookWork.table.reclaim(database.pool, [old], new Date());
    const present = await claim();
    await recordAttempts(database.pool, [outcomeOf(old, 200)]);
    expect(await read(old.id)).to.include({ state: 'success', claimed_by: null });
    await recordAttempts(database.pool, [outcomeOf(present, 500)]);
    expect(await read(old.id)).to.include({ state: 'success', next_attempt_at: null });
    expect(await attemptsOf(old.id)).to.have.length(2);
  });

  it('prefers the success of two outcomes of one message', async () => {
    const message = await insertAndClaim();
    await recordAttempts(database.pool, [outcomeOf(message, 500), outcomeOf(message, 200)]);
    expect(await read(message.id)).to.include({ state: 'success' });
  });

  it('does not count the attempt of a dead worker, whose message is due at once', async () => {
    const message = await insertAndClaim();
    const now = new Date(Date.now() + 60_000);
    await webhookWork.table.reclaim(database.pool, [message], now);
    expect(await read(message.id)).to.deep.include({ state: 'pending', attempts: 0, next_attempt_at: now });
    expect(await webhookWork.table.markDue(database.pool, now, 10)).to.include(webhook.id);
  });

  it('applies several attempts of an endpoint to its health in their order', async () => {
    await createWebhookMessages(database.pool, webhook, 3);
    const messages = [await claim(), await claim(), await claim()];
    const at = (ms: number) => ({ at: new Date(Date.now() + ms) });
    const statuses = [500, 200, 500];
    await recordAttempts(
      database.pool,
      messages.map((message, index) => outcomeOf(message, statuses[index] ?? 0, at(index))),
    );
    expect(await failures()).to.equal(1);
  });
});
