// The webhook deliverer of a process: a slow endpoint never delays another, and nothing is lost by a stop, by a crash
// or while Postgres or the queue is down.
import { expect } from 'chai';
import { webhookWork } from '../../../shared/resources/foundation/webhooks/delivery/work.ts';
import { freeOwnClaims } from '../../../workers/runtime/claims/own-claims.ts';
import { untilBlocked } from '../../support/database/blocked-sessions.ts';
import { answerLater, answerWith, hang } from '../../support/net/webhooks-receiver.ts';
import { eventually } from '../../support/time/eventually.ts';
import { type Endpoint, useDelivery } from './support/use-delivery.ts';

describe('the deliverer', () => {
  const delivery = useDelivery();
  /** Endpoints that do not answer, with messages for each. */
  const hangAll = async (count: number, messages: number) => {
    const made: Endpoint[] = [];
    while (made.length < count) made.push((await delivery.begin(hang, messages)).endpoint);
    return made;
  };
  const start = async () => {
    const worker = await delivery.startWorker();
    await delivery.tick(worker);
    return worker;
  };
  const underWay = ({ receiver }: Endpoint) =>
    eventually('one is under way', () => receiver.requests.length === 1);
  const inFlightAt = (each: readonly Endpoint[]) =>
    each.reduce((sum, { receiver }) => sum + receiver.requests.length, 0);

  it('Delivers to an endpoint without delay while other endpoints do not answer.', async () => {
    const hanging = await hangAll(10, 5);
    const { ids } = await delivery.begin(answerWith(200), 100);
    await start();
    for (const id of ids) await delivery.whenState(id, 'success');
    expect(inFlightAt(hanging)).to.equal(10);
    for (const { receiver } of hanging) await receiver.close();
  });

  it('gives endpoints that hang at most half of its places, also when they use all of these', async () => {
    const hanging = await hangAll(20, 2);
    const { endpoint: good, id: first } = await delivery.begin();
    const worker = await delivery.startWorker({ config: { webhookMaxConnections: 16 } });
    worker.deps.queues.wake(webhookWork.queue, [good.id]);
    await delivery.whenState(first, 'success');
    const ids = await delivery.insert(good, 20);
    await delivery.tick(worker);
    await eventually('they hang', () => inFlightAt(hanging) === 8);
    for (const id of ids) await delivery.whenState(id, 'success');
    expect(inFlightAt(hanging)).to.equal(8);
    for (const { receiver } of hanging) await receiver.close();
  });

  it('holds a message until its attempt is written, however often its process looks', async () => {
    const later = answerLater();
    const { endpoint, id } = await delivery.begin(later.answer);
    const { deps } = await start();
    await underWay(endpoint);
    const sweep = () => freeOwnClaims({ ...deps, kinds: [webhookWork] });
    await sweep();
    const lock = await delivery.pool.connect();
    try {
      await lock.query('BEGIN; LOCK TABLE webhook_attempts IN ACCESS EXCLUSIVE MODE');
      later.release();
      await untilBlocked(delivery.pool, lock);
      await sweep();
      await lock.query('COMMIT');
    } finally {
      lock.release(true);
    }
    await delivery.whenState(id, 'success', 1);
    expect(endpoint.receiver.requests).to.have.length(1);
  });

  it('Begins with one request at a time to an endpoint.', async () => {
    const later = answerLater();
    const { endpoint, ids } = await delivery.begin(later.answer, 20);
    const worker = await start();
    await underWay(endpoint);
    worker.deps.queues.wake(webhookWork.queue, [endpoint.id]);
    const { endpoint: other, id: otherId } = await delivery.begin();
    worker.deps.queues.wake(webhookWork.queue, [endpoint.id, other.id]);
    await delivery.whenState(otherId, 'success');
    expect(endpoint.receiver.requests).to.have.length(1);
    later.release();
    for (const id of ids) await delivery.whenState(id, 'success');
  });

  it('has no transaction open during a request', async () => {
    const later = answerLater();
    const { endpoint, id } = await delivery.begin(later.answer);
    await start();
    await underWay(endpoint);
    const { rows } = await delivery.pool.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    expect(rows).to.deep.equal([]);
    expect(await delivery.message(id)).to.include({ state: 'attempting' });
    later.release();
    await delivery.whenState(id, 'success');
  });

  it('ends its jobs at once, so that endpoints that hang block none', async () => {
    const hanging = await hangAll(6, 1);
    const worker = await delivery.startWorker();
    for (const endpoint of hanging) {
      worker.deps.queues.wake(webhookWork.queue, [endpoint.id]);
      await underWay(endpoint);
    }
    const queue = worker.deps.queues.all().find(({ name }) => name === webhookWork.queue.name);
    await eventually('no job runs', async () => (await queue?.getActiveCount()) === 0);
    for (const { receiver } of hanging) await receiver.close();
  });

  it('finishes its requests when it is stopped, and starts no more', async () => {
    const later = answerLater();
    const { endpoint, ids } = await delivery.begin(later.answer, 10);
    const worker = await start();
    await underWay(endpoint);
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
    await delivery.insert(refusing, 5);
    const { ids } = await delivery.begin(answerWith(200), 5);
    await start();
    for (const id of ids) await delivery.whenState(id, 'success');
    await eventually('it rests', async () => (await delivery.webhook(refusing.id)).failures === 3);
  });

  it('Delivers an event again, under the same id, when a worker dies during the attempt.', async () => {
    const { endpoint, id } = await delivery.begin(answerWith(200));
    await delivery.pool.query(
      `UPDATE webhook_messages SET state = 'attempting', attempts = 1,
         claimed_by = gen_random_uuid(), claim_token = gen_random_uuid()`,
    );
    const worker = await delivery.startWorker({ schedules: true });
    await eventually('it was freed', async () => worker.deps.lease.mayReclaim(), 30_000);
    await delivery.whenState(id, 'success', 1);
    expect(endpoint.receiver.requests.map(({ headers }) => headers['webhook-id'])).to.deep.equal([id]);
  });
});
