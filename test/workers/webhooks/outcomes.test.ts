// Outcomes of webhook messages by the behavior of their endpoint (docs/reference/webhooks.md#delivery-and-retries),
// through the real queue to real servers.
import { expect } from 'chai';
import { findDeliveryCounts } from '../../../shared/resources/foundation/webhooks/delivery/counters.ts';
import { RESET_HEALTH } from '../../../shared/resources/foundation/webhooks/delivery/health.ts';
import { ATTEMPT_DELAYS_MS } from '../../../shared/resources/foundation/webhooks/delivery/retry-schedule.ts';
import { webhookWork } from '../../../shared/resources/foundation/webhooks/delivery/work.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { resume as resumeAccount, suspend } from '../../support/factories/suspension-factories.ts';
import { type Answer, answerLater, answerWith } from '../../support/net/webhooks-receiver.ts';
import { eventually } from '../../support/time/eventually.ts';
import type { StartedWorker } from '../support/started-worker.ts';
import { useDelivery } from './support/use-delivery.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The most that jitter adds to a wait. */
const JITTERED = 1.11;

describe('a webhook message', () => {
  const delivery = useDelivery();
  let worker: StartedWorker;
  beforeEach(async () => {
    worker = await delivery.startWorker();
  });

  /** An endpoint whose first attempt has failed. */
  const failed = async (answer: Answer) => {
    const begun = await delivery.begin(answer);
    await delivery.tick(worker);
    return { ...begun, message: await delivery.whenState(begun.id, 'pending', 1) };
  };
  const whenDisabled = (id: string) =>
    eventually('it is disabled', async () => (await delivery.webhook(id)).status === 'disabled');

  it('Tries a failed delivery again until the endpoint accepts it.', async () => {
    const { endpoint, id, message } = await failed(answerWith(500));
    const waitMs = (message.next_attempt_at?.getTime() ?? 0) - delivery.clock.now().getTime();
    expect(waitMs).to.be.within(5_000, 5_500);
    endpoint.receiver.answer = answerWith(200);
    await delivery.tick(worker, 4_999);
    await delivery.tick(worker, 600);
    await delivery.whenState(id, 'success', 2);
    const attempts = await delivery.attempts(id);
    expect(attempts.map(({ status_code }) => status_code)).to.deep.equal([500, 200]);
    await delivery.tick(worker, DAY_MS);
    await worker.stop();
    expect(endpoint.receiver.requests).to.have.length(2);
  });

  it('Says in `health` since when every attempt has failed, with which status and which event last, until one succeeds.', async () => {
    const { endpoint, id } = await failed(answerWith(500));
    const failingSince = delivery.clock.now();
    await delivery.tick(worker, 6_000);
    await delivery.whenState(id, 'pending', 2);
    const failing = { failing_since: failingSince, failing_status: 500, last_failed_message_id: id };
    expect(await delivery.webhook(endpoint.id)).to.deep.include(failing);
    endpoint.receiver.answer = answerWith(200);
    await delivery.tick(worker, 400_000);
    await delivery.whenState(id, 'success', 3);
    const working = { failing_since: null, failing_status: null, last_failed_message_id: null };
    expect(await delivery.webhook(endpoint.id)).to.include(working);
    const now = delivery.clock.now();
    const counts = (await findDeliveryCounts(delivery.pool, [endpoint.id], now)).get(endpoint.id);
    expect(counts).to.deep.include({ lastSuccessAt: now, delivered: 1, failed: 2 });
  });

  it('Sends every attempt of an event with the same id, a new timestamp and a new signature.', async () => {
    const { endpoint, id } = await failed(answerWith(500));
    await delivery.tick(worker, 6_000);
    await delivery.whenState(id, 'pending', 2);
    const [first, second] = endpoint.receiver.requests.map(({ headers }) => headers);
    expect(second?.['webhook-id']).to.equal(first?.['webhook-id']);
    expect(Number(second?.['webhook-timestamp']) - Number(first?.['webhook-timestamp'])).to.be.within(5, 7);
    for (const name of ['webhook-signature', 'x-service-signature'])
      expect(second?.[name]).to.be.a('string').and.not.to.equal(first?.[name]);
  });

  it('Marks an event as failed after ten failed attempts, which take three to four days without Retry-After.', async () => {
    const { endpoint, id } = await delivery.begin(answerWith(500));
    const startedAt = delivery.clock.now().getTime();
    for (const [index, delayMs] of ATTEMPT_DELAYS_MS.entries()) {
      await delivery.tick(worker, delayMs * JITTERED);
      const isLast = index === ATTEMPT_DELAYS_MS.length - 1;
      await delivery.whenState(id, isLast ? 'failed' : 'pending', index + 1);
    }
    expect(await delivery.message(id)).to.include({ next_attempt_at: null, claimed_by: null, attempts: 10 });
    expect(await delivery.attempts(id)).to.have.length(10);
    expect(endpoint.receiver.requests).to.have.length(10);
    expect((delivery.clock.now().getTime() - startedAt) / DAY_MS).to.be.within(3, 4);
    expect(await delivery.webhook(endpoint.id)).to.include({ status: 'enabled' });
  });

  it('Waits as long as Retry-After asks after an answer 429, 502, 503 or 504.', async () => {
    const { message } = await failed(answerWith(503, { 'retry-after': '120' }));
    expect(message.next_attempt_at).to.deep.equal(new Date(delivery.clock.now().getTime() + 120_000));
  });

  it('Stores the headers and the first 4 KiB of the body that the endpoint answers.', async () => {
    const { id } = await failed((response) =>
      response.writeHead(422, { 'x-reason': 'tea' }).end('a'.repeat(4_097)),
    );
    const [attempt] = await delivery.attempts(id);
    expect(attempt).to.deep.include({ status_code: 422, error: null, response_body: 'a'.repeat(4_096) });
    expect(attempt?.response_headers).to.include({ 'x-reason': 'tea' });
    expect(attempt?.duration_ms).to.be.at.least(0);
  });

  it('Says in `error` why an attempt got no answer.', async () => {
    const endpoint = await delivery.createEndpoint({ endpointUrl: 'http://127.0.0.1:1/' });
    const [id = ''] = await delivery.insert(endpoint);
    await delivery.tick(worker);
    await delivery.whenState(id, 'pending', 1);
    const [attempt] = await delivery.attempts(id);
    expect(attempt).to.deep.include({
      status_code: null,
      error: 'The connection to `127.0.0.1` failed (ECONNREFUSED).',
      response_headers: null,
      response_body: null,
    });
  });

  it('is counted by the outcomes of its attempts', async () => {
    const { endpoint, id } = await failed(answerWith(500));
    endpoint.receiver.answer = answerWith(200);
    await delivery.tick(worker, 6_000);
    await delivery.whenState(id, 'success', 2);
    const { values } = await worker.deps.metrics.webhookDeliveries.get();
    const counts = values.map(({ labels, value }) => [labels.outcome, value]);
    expect(Object.fromEntries(counts)).to.deep.equal({ retried: 1, delivered: 1 });
  });

  describe('of an endpoint that fails', () => {
    it('Disables a webhook whose endpoint answers 410 twice within an hour without a success in between.', async () => {
      const { endpoint, ids } = await delivery.begin(answerWith(410), 3);
      await delivery.tick(worker);
      await whenDisabled(endpoint.id);
      expect(await delivery.webhook(endpoint.id)).to.deep.include({
        disabled_reason: 'The endpoint answered 410 Gone twice within an hour.',
        notice_due_at: null,
      });
      await delivery.tick(worker, 6_000);
      worker.deps.queues.wake(webhookWork.queue, [endpoint.id]);
      await worker.stop();
      expect(endpoint.receiver.requests).to.have.length(2);
      const untouched = { state: 'pending', attempts: 0, claimed_by: null };
      expect(await delivery.message(ids[2] ?? '')).to.include(untouched);
    });

    it('Disables a webhook after five days in which every attempt failed.', async () => {
      const { endpoint, id: first } = await failed(answerWith(500));
      delivery.clock.advance(5 * DAY_MS);
      // That others were resumed since changes nothing.
      for (let count = 0; count < 2; count += 1) {
        const { id } = await createAccount(delivery.pool);
        await suspend(delivery.pool, id);
        await resumeAccount(delivery.pool, id, { now: delivery.clock.now() });
      }
      await delivery.tick(worker);
      await delivery.whenState(first, 'pending', 2);
      expect(await delivery.webhook(endpoint.id)).to.deep.include({
        status: 'disabled',
        disabled_reason: 'Every attempt failed for 5 days.',
        notice_due_at: delivery.clock.now(),
      });
    });

    it('does not count the days in which the account was suspended', async () => {
      const { endpoint, id: first } = await failed(answerWith(500));
      await suspend(delivery.pool, endpoint.accountId, { at: delivery.clock.now() });
      delivery.clock.advance(5 * DAY_MS);
      await resumeAccount(delivery.pool, endpoint.accountId, { now: delivery.clock.now() });
      await delivery.tick(worker);
      await delivery.whenState(first, 'pending', 2);
      expect(await delivery.webhook(endpoint.id)).to.include({ status: 'enabled' });
    });

    it('does not disable it when a message was delivered in the meantime', async () => {
      const endpoint = await delivery.createEndpoint();
      const outcomes: [status: number, afterMs: number][] = [
        [500, 0],
        [200, 4 * DAY_MS],
        [500, DAY_MS],
        [500, 4 * DAY_MS],
      ];
      for (const [status, afterMs] of outcomes) {
        delivery.clock.advance(afterMs);
        endpoint.receiver.answer = answerWith(status);
        const [id = ''] = await delivery.insert(endpoint);
        await delivery.tick(worker);
        await delivery.whenState(id, status === 200 ? 'success' : 'pending', 1);
      }
      expect(await delivery.webhook(endpoint.id)).to.include({ status: 'enabled' });
    });

    it('Delivers the events that waited when the webhook is enabled again.', async () => {
      const { endpoint, ids } = await delivery.begin(answerWith(410), 3);
      await delivery.tick(worker);
      await whenDisabled(endpoint.id);
      endpoint.receiver.answer = answerWith(200);
      await delivery.pool.query(`UPDATE webhooks SET status = 'enabled', ${RESET_HEALTH} WHERE id = $1`, [
        endpoint.id,
      ]);
      delivery.clock.advance(6_000);
      worker.deps.queues.wake(webhookWork.queue, [endpoint.id]);
      for (const id of ids) await delivery.whenState(id, 'success');
      expect(await delivery.webhook(endpoint.id)).to.include({ failures: 0, failing_since: null });
    });

    it('Pauses delivery to an endpoint after three failures in a row, at first for 1 s and finally for 60 s.', async () => {
      const { endpoint, ids } = await delivery.begin(answerWith(500), 5);
      await delivery.tick(worker);
      for (const id of ids.slice(0, 3)) await delivery.whenState(id, 'pending', 1);
      expect(await delivery.webhook(endpoint.id)).to.include({ failures: 3 });
      endpoint.receiver.answer = answerWith(200);
      await delivery.tick(worker, 999);
      const { endpoint: other, id: otherId } = await delivery.begin();
      worker.deps.queues.wake(webhookWork.queue, [endpoint.id, other.id]);
      await delivery.whenState(otherId, 'success');
      expect(endpoint.receiver.requests).to.have.length(3);
      await delivery.tick(worker, 1);
      for (const id of ids.slice(3)) await delivery.whenState(id, 'success', 1);
    });
  });

  it('Delivers no event while the webhook is disabled.', async () => {
    const endpoint = await delivery.createEndpoint({ status: 'disabled' });
    const [id = ''] = await delivery.insert(endpoint);
    const { endpoint: other, id: otherId } = await delivery.begin();
    worker.deps.queues.wake(webhookWork.queue, [endpoint.id, other.id]);
    await delivery.whenState(otherId, 'success');
    await delivery.tick(worker);
    await worker.stop();
    expect(endpoint.receiver.requests).to.deep.equal([]);
    expect(await delivery.message(id)).to.include({ state: 'pending', attempts: 0 });
  });

  it('Sends nothing to the endpoint of a webhook once it is deleted.', async () => {
    const later = answerLater();
    const { endpoint, id } = await delivery.begin(later.answer, 20);
    await delivery.tick(worker);
    await eventually('the first is under way', () => endpoint.receiver.requests.length === 1);
    await delivery.pool.query('DELETE FROM webhooks WHERE id = $1', [endpoint.id]);
    later.release();
    await delivery.whenState(id, 'success');
    await worker.stop();
    expect(endpoint.receiver.requests).to.have.length(1);
  });

  it('whose secret cannot be decrypted has a failed attempt, and does not delay others', async () => {
    const { endpoint: broken, id: brokenId } = await delivery.begin();
    await delivery.pool.query(`UPDATE webhooks SET signing_secret = 'nonsense' WHERE id = $1`, [broken.id]);
    const { id } = await delivery.begin();
    await delivery.tick(worker);
    await delivery.whenState(id, 'success');
    await delivery.whenState(brokenId, 'pending', 1);
    expect((await delivery.attempts(brokenId))[0]).to.include({ error: 'The message could not be signed.' });
    expect(broken.receiver.requests).to.deep.equal([]);
  });
});
