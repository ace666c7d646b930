// The job that delivers webhooks, on both queue backends: a wake-up names an endpoint, and all due messages of this
// endpoint are sent, the oldest first.
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { webhookWork } from '../../../shared/resources/foundation/webhooks/delivery/work.ts';
import { findSignatureProblem } from '../../../shared/resources/foundation/webhooks/signature.ts';
import { describeOnEachBackend } from '../../support/queues/queue-backends.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useDelivery } from '../webhooks/support/use-delivery.ts';

describeOnEachBackend('delivering webhooks', (backend) => {
  const delivery = useDelivery();
  const start = () => delivery.startWorker({ redisUrl: backend.redisUrl });

  it('sends all messages of the endpoint that the wake-up names, and records them', async () => {
    const { endpoint, ids } = await delivery.begin(undefined, 50);
    const worker = await start();
    worker.deps.queues.wake(webhookWork.queue, [endpoint.id]);
    for (const id of ids) await delivery.whenState(id, 'success');
    const received = endpoint.receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(received.sort()).to.deep.equal(ids);
    const [attempt] = await delivery.attempts(ids[0] ?? '');
    expect(attempt).to.deep.include({ status_code: 200, error: null, response_body: '' });
    expect(attempt?.created_at).to.deep.equal(delivery.clock.now());
    const ended = { attempts: 1, next_attempt_at: null, claimed_by: null };
    expect(await delivery.message(ids[0] ?? '')).to.include(ended);
  });

  it('Begins with the events that have been due for the longest time.', async () => {
    const endpoint = await delivery.createEndpoint();
    const [third] = await delivery.insert(endpoint, 1);
    const ago = (ms: number) => ({ at: new Date(delivery.clock.now().getTime() - ms) });
    const [first] = await delivery.insert(endpoint, 1, ago(2_000));
    const [second] = await delivery.insert(endpoint, 1, ago(1_000));
    // One at a time, because an endpoint begins with one place.
    let answered = 0;
    endpoint.receiver.answer = (response) => {
      answered += 1;
      response.writeHead(answered === 1 ? 500 : 200).end();
    };
    const worker = await start();
    worker.deps.queues.wake(webhookWork.queue, [endpoint.id]);
    for (const id of [second, third]) await delivery.whenState(id ?? '', 'success');
    const received = endpoint.receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(received).to.deep.equal([first, second, third]);
  });

  it('sends messages without a wake-up when the tick finds them', async () => {
    const { id } = await delivery.begin();
    await delivery.tick(await start());
    await delivery.whenState(id, 'success');
  });

  it('signs messages so that both kinds of receivers accept them', async () => {
    const endpoint = await delivery.createEndpoint();
    const [id = ''] = await delivery.insert(endpoint, 1, { payload: '{"text":"Grüße \\u0000 🔑"}' });
    const worker = await start();
    await delivery.tick(worker);
    await delivery.whenState(id, 'success');
    const [request] = endpoint.receiver.requests;
    const { body, headers } = request ?? expect.fail('Nothing came.');
    expect(body).to.equal('{"text":"Grüße \\u0000 🔑"}');
    expect(new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)).to.deep.equal(
      JSON.parse(body),
    );
    expect(
      findSignatureProblem({
        timestamp: String(headers['x-service-timestamp']),
        signature: String(headers['x-service-signature']),
        body,
        secret: endpoint.secret,
        nowSeconds: delivery.clock.now().getTime() / 1000,
      }),
    ).to.equal(undefined);
  });

  it('sends nothing twice, however many wake-ups and workers there are', async () => {
    const { endpoint, ids } = await delivery.begin(undefined, 100);
    const workers = [await start(), await start()];
    for (let count = 0; count < 5; count += 1) {
      for (const { deps } of workers) deps.queues.wake(webhookWork.queue, [endpoint.id]);
      await delivery.tick(workers[0] ?? expect.fail());
    }
    for (const id of ids) await delivery.whenState(id, 'success');
    expect(endpoint.receiver.requests).to.have.length(100);
  });

  it('ignores an endpoint that does not exist', async () => {
    const { endpoint, id } = await delivery.begin();
    const worker = await start();
    worker.deps.queues.wake(webhookWork.queue, ['0199d3a0-0000-7000-8000-000000000001', endpoint.id]);
    await delivery.whenState(id, 'success');
    await eventually('the job has completed', async () => {
      const { values } = await worker.deps.queues.metrics.jobs.get();
      const [first, ...others] = values.filter(({ value }) => value > 0);
      return others.length === 0 && first?.labels.outcome === 'completed';
    });
  });
});
