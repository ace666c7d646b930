// Flow test of webhooks: created and controlled through the API, delivered and replayed by the worker, on both queues.
import { expect } from 'chai';
import { webhookWork } from '../../shared/resources/foundation/webhooks/delivery/work.ts';
import { replayWork } from '../../shared/resources/foundation/webhooks/replays/work.ts';
import { loadEntries } from '../../workers/registry.ts';
import { createMessage, createOwner, type Owner } from '../api/webhooks/owner.ts';
import { verifies } from '../api/webhooks/verifies.ts';
import { useApp } from '../support/api/app.ts';
import { TEST_SECRET_KEYS } from '../support/factories/dkim-key.ts';
import { createDomain, createWebhook } from '../support/factories/factories.ts';
import { answerWith, startWebhookReceiver, type WebhookReceiver } from '../support/net/webhooks-receiver.ts';
import { type BackendUnderTest, describeOnEachBackend } from '../support/queues/queue-backends.ts';
import { eventually } from '../support/time/eventually.ts';
import { createWorkerDeps } from '../support/work/worker.ts';
import { type StartedWorker, startWorker } from '../workers/support/started-worker.ts';

describeOnEachBackend('webhooks from end to end', (backend) => {
  // A separate suite, so that its hooks end what it started before Redis ends.
  describe('a webhook that was created through the API', () => describeWebhook(backend));
});

function describeWebhook(backend: BackendUnderTest): void {
  let worker: StartedWorker;
  let receiver: WebhookReceiver;
  let owner: Owner;
  let hook: { id: string; accountId: string; signing_secret: string };
  // Defined before the hooks of useApp, so that the worker ends before the database does.
  after(() => worker.stop());
  const app = useApp({ config: () => ({ redisUrl: backend.redisUrl }) });

  before(async () => {
    const entries = await loadEntries([webhookWork, replayWork]);
    const servers = { databaseUrl: app.deps.config.databaseUrl, redisUrl: backend.redisUrl };
    const made = await createWorkerDeps(servers, { entries, clock: app.clock });
    worker = startWorker(
      { ...made, config: { ...made.config, secretKeys: TEST_SECRET_KEYS } },
      entries,
      true,
    );
  });
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    owner = await createOwner(app);
    const { body } = await owner.create({ endpoint_url: receiver.url, events: ['email.canceled'] });
    hook = { ...body, accountId: owner.accountId };
  });
  afterEach(() => receiver.close());

  const api = () => app.as(owner.token);
  /** An email that is canceled: one event. */
  const cancelEmail = async () => {
    const { name } = await createDomain(app.pool, owner.accountId);
    const email = { from: `ana@${name}`, to: 'bo@customer.dev', subject: 'Hello', text: 'Hello' };
    const { id } = (
      await api()
        .post('/emails')
        .send({ ...email, scheduled_at: 'in 1 hour' })
        .expect(200)
    ).body;
    await api().post(`/emails/${id}/cancel`).expect(200);
  };
  const arrived = (count: number) =>
    eventually(`${count} requests have come`, () => receiver.requests.length === count && receiver.requests);
  const onlyEvent = async () => (await api().get(`/webhooks/${hook.id}/events`)).body.data[0];
  const whenStatus = (status: string, attempts: number) =>
    eventually(`the event is ${status} after ${attempts} attempts`, async () => {
      const event = await onlyEvent();
      if (event?.status !== status) return false;
      const tried = await api().get(`/webhooks/${hook.id}/events/${event.id}/attempts`);
      return tried.body.data.length === attempts && { event, attempts: tried.body.data };
    });

  it('receives an event, and shows it with its attempt', async () => {
    await cancelEmail();
    const [request] = await arrived(1);
    expect(verifies(request, hook.signing_secret)).to.equal(true);
    const { event, attempts } = await whenStatus('success', 1);
    expect(event).to.include({ type: 'email.canceled', id: request?.headers['webhook-id'] });
    expect(attempts[0]).to.include({ http_status_code: 200, error: null });
    const { payload } = (await api().get(`/webhooks/${hook.id}/events/${event.id}`)).body;
    expect(payload).to.deep.equal(JSON.parse(request?.body ?? ''));
  });

  it('Replays an event under the same id and with the same bytes.', async () => {
    await cancelEmail();
    const { event } = await whenStatus('success', 1);
    await api().post(`/webhooks/${hook.id}/events/${event.id}/replay`).expect(200);
    const [first, second] = await arrived(2);
    expect(second?.headers['webhook-id']).to.equal(first?.headers['webhook-id']);
    expect(second?.body).to.equal(first?.body);
    await whenStatus('success', 2);
  });

  it('Replays a delivered or failed event with one attempt and no retries.', async () => {
    await cancelEmail();
    const { event } = await whenStatus('success', 1);
    receiver.answer = answerWith(500);
    await api().post(`/webhooks/${hook.id}/events/${event.id}/replay`).expect(200);
    await whenStatus('failed', 2);
    const { body } = await api().get(`/webhooks/${hook.id}/events/${event.id}`);
    expect(body.next_attempt_at).to.equal(null);
  });

  it('Says of a replay how many of its events wait, were delivered or have failed, and when the last of them has ended.', async () => {
    for (let count = 0; count < 3; count += 1) await cancelEmail();
    await arrived(3);
    await eventually('all are done', async () => {
      const { body } = await api().get(`/webhooks/${hook.id}/events`).query({ status: 'success' });
      return body.data.length === 3;
    });
    const failed = await createMessage(app.pool, hook, { state: 'failed', createdAt: app.clock.now() });
    const ask = { since: '1 hour ago' };
    const path = `/webhooks/${hook.id}/replay`;
    const { total } = (
      await api()
        .post(path)
        .send({ ...ask, dry_run: true })
    ).body;
    const { id } = (await api().post(path).send(ask).expect(200)).body;
    const ended = await eventually('the replay has ended', async () => {
      const { body } = await api().get(`${path}s/${id}`);
      return body.ended_at !== null && body;
    });
    expect([total, ended.total, ended.waiting, ended.delivered, ended.failed]).to.deep.equal([4, 4, 0, 4, 0]);
    const ids = (await arrived(7)).map(({ headers }) => String(headers['webhook-id']));
    expect(ids.slice(3).sort()).to.deep.equal([...ids.slice(0, 3), failed.id].sort());
  });

  it('Signs every attempt after a rotation with the new secret only.', async () => {
    await cancelEmail();
    const { event } = await whenStatus('success', 1);
    const { signing_secret } = (await api().post(`/webhooks/${hook.id}/rotate`)).body;
    await api().post(`/webhooks/${hook.id}/events/${event.id}/replay`).expect(200);
    const [, again] = await arrived(2);
    expect(verifies(again, signing_secret)).to.equal(true);
    expect(verifies(again, hook.signing_secret)).to.equal(false);
  });

  it('Delivers the events that waited when the webhook is enabled again.', async () => {
    await api()
      .patch(`/webhooks/${hook.id}`)
      .send({ status: 'disabled', endpoint_url: 'http://127.0.0.1:9/' });
    const { id } = await createMessage(app.pool, hook, { state: 'pending', createdAt: app.clock.now() });
    await api()
      .patch(`/webhooks/${hook.id}`)
      .send({ status: 'enabled', endpoint_url: receiver.url })
      .expect(200);
    const [request] = await arrived(1);
    expect(request?.headers['webhook-id']).to.equal(id);
  });

  it('Sends nothing to the endpoint of a webhook once it is deleted.', async () => {
    const other = await createWebhook(app.pool, owner.accountId, { endpointUrl: receiver.url });
    await api().delete(`/webhooks/${hook.id}`).expect(200);
    const createdAt = app.clock.now();
    await createMessage(app.pool, hook, { state: 'pending', createdAt });
    const { id } = await createMessage(app.pool, other, { state: 'pending', createdAt });
    // The wake-up names both webhooks, so that one claim would deliver the messages of both.
    worker.deps.queues.wake(webhookWork.queue, [hook.id, other.id]);
    const requests = await arrived(1);
    expect(requests[0]?.headers['webhook-id']).to.equal(id);
    await eventually('it is written', async () => {
      const { body } = await api().get(`/webhooks/${other.id}/events/${id}`);
      return body.status === 'success';
    });
    expect(receiver.requests).to.have.length(1);
  });
}
