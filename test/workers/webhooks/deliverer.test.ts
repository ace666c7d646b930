// The webhook deliverer of a process: a slow endpoint never delays another, and nothing is lost by a stop, by a crash
// or while Postgres or the queue is down.
import { expect } from 'chai';
import { webhookQueue } from '../../../shared/resources/webhooks/delivery/queue.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, answerWith, hang } from '../../support/webhooks-receiver.ts';
import { type Endpoint, useDelivery } from './support/use-delivery.ts';

/** An endpoint that answers when the test says so. */
function answerLater(): { answer: Answer; release(): void } {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  return {
    answer(response) {
      if (isOpen) response.end();
      else waiting.push(() => response.end());
    },
    release() {
      isOpen = true;
      for (const end of waiting.splice(0)) end();
    },
  };
}

describe('the deliverer', () => {
  const delivery = useDelivery();
  const endpoints = async (count: number, answer: Answer): Promise<Endpoint[]> => {
    const made: Endpoint[] = [];
    for (let index = 0; index < count; index += 1) {
      const endpoint = await delivery.createEndpoint();
      endpoint.receiver.answer = answer;
      made.push(endpoint);
    }
    return made;
  };
  const inFlightAt = (each: readonly Endpoint[]) =>
    each.reduce((sum, { receiver }) => sum + receiver.requests.length, 0);

  it('Delivers to an endpoint without delay while other endpoints do not answer.', async () => {
    const hanging = await endpoints(10, hang);
    const good = await delivery.createEndpoint();
    for (const endpoint of hanging) await delivery.insert(endpoint, 5);
    const ids = await delivery.insert(good, 100);
    const worker = await delivery.startWorker();
    await delivery.tick(worker);
    for (const id of ids) await delivery.whenState(id, 'success');
    expect(inFlightAt(hanging)).to.equal(10);
    for (const { receiver } of hanging) await receiver.close();
  });

  it('gives endpoints that hang at most half of its places, also when they use all of these', async () => {
    const hanging = await endpoints(20, hang);
    const good = await delivery.createEndpoint();
    for (const endpoint of hanging) await delivery.insert(endpoint, 2);
    const [first = ''] = await delivery.insert(good);
    const worker = await delivery.startWorker({ config: { webhookMaxConnections: 16 } });
    worker.deps.queues.wake(webhookQueue, [good.id]);
    await delivery.whenState(first, 'success');
    const ids = await delivery.insert(good, 20);
    await delivery.tick(worker);
    await eventually('they hang', () => inFlightAt(hanging) === 8);
    for (const id of ids) await delivery.whenState(id, 'success');
    expect(inFlightAt(hanging)).to.equal(8);
    for (const { receiver } of hanging) await receiver.close();
  });

  it('Begins with one request at a time to an endpoint.', async () => {
    const later = answerLater();
    const [endpoint = expect.fail()] = await endpoints(1, later.answer);
    const ids = await delivery.insert(endpoint, 20);
    const worker = await delivery.startWorker();
    await delivery.tick(worker);
    await eventually('one is under way', () => endpoint.receiver.requests.length === 1);
    worker.deps.queues.wake(webhookQueue, [endpoint.id]);
    const other = await delivery.createEndpoint();
    const [otherId = ''] = await delivery.insert(other);
    worker.deps.queues.wake(webhookQueue, [endpoint.id, other.id]);
    await delivery.whenState(otherId, 'success');
    expect(endpoint.receiver.requests).to.have.length(1);
    later.release();
    for (const id of ids) await delivery.whenState(id, 'success');
  });

  it('has no transaction open during a request', async () => {
    const later = answerLater();
    const [endpoint = expect.fail()] = await endpoints(1, later.answer);
    const [id = ''] = await delivery.insert(endpoint);
    const worker = await delivery.startWorker();
    await delivery.tick(worker);
    await eventually('it is under way', () => endpoint.receiver.requests.length === 1);
    const { rows } = await delivery.database.pool.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    expect(rows).to.deep.equal([]);
    expect(await delivery.message(id)).to.include({ state: 'attempting' });
    later.release();
    await delivery.whenState(id, 'success');
  });

  it('ends its jobs at once, so that endpoints that hang block none', async () => {
    const hanging = await endpoints(6, hang);
    const worker = await delivery.startWorker();
    for (const endpoint of hanging) {
      await delivery.insert(endpoint);
      worker.deps.queues.wake(webhookQueue, [endpoint.id]);
      await eventually('it is under way', () => endpoint.receiver.requests.length === 1);
    }
    await eventually('no job runs', async () => {
      const [counts] = await Promise.all(
        worker.deps.queues
          .all()
          .filter(({ name }) => name === webhookQueue.name)
          .map((queue) => queue.getJobCounts('active')),
      );
      return counts?.['active'] === 0;
    });
    for (const { receiver } of hanging) await receiver.close();
  });

  it('finishes its requests when it is stopped, and starts no more', async () => {
    const later = answerLater();
    const [endpoint = expect.fail()] = await endpoints(1, later.answer);
    const ids = await delivery.insert(endpoint, 10);
    const worker = await delivery.startWorker();
    await delivery.tick(worker);
    await eventually('it is under way', () => endpoint.receiver.requests.length === 1);
    const stopped = worker.stop();
    later.release();
    await stopped;
    expect(endpoint.receiver.requests).to.have.length(1);
    expect(await delivery.message(ids[0] ?? '')).to.include({ state: 'success', claimed_by: null });
    for (const id of ids.slice(1)) {
      expect(await delivery.message(id)).to.include({ state: 'pending', attempts: 0, claimed_by: null });
    }
  });

  it('counts an endpoint that refuses connections as failing and continues', async () => {
    const refusing = await delivery.createEndpoint({ endpointUrl: 'http://127.0.0.1:1/' });
    const [good = expect.fail()] = await endpoints(1, answerWith(200));
    await delivery.insert(refusing, 5);
    const ids = await delivery.insert(good, 5);
    const worker = await delivery.startWorker();
    await delivery.tick(worker);
    for (const id of ids) await delivery.whenState(id, 'success');
    await eventually('it rests', async () => (await delivery.webhook(refusing.id)).failures === 3);
  });

  it('Delivers an event again, under the same id, when a worker dies during the attempt.', async () => {
    const [endpoint = expect.fail()] = await endpoints(1, answerWith(200));
    const [id = ''] = await delivery.insert(endpoint);
    await delivery.database.pool.query(
      `UPDATE webhook_messages SET state = 'attempting', attempts = 1,
         claimed_by = gen_random_uuid(), claim_token = gen_random_uuid()`,
    );
    const worker = await delivery.startWorker({ schedules: true });
    await eventually('it was freed', async () => worker.deps.lease.mayReclaim(), 30_000);
    await delivery.whenState(id, 'success', 1);
    expect(endpoint.receiver.requests.map(({ headers }) => headers['webhook-id'])).to.deep.equal([id]);
  }).timeout(60_000);
});
