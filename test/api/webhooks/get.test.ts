// GET /webhooks/:id (docs/reference/webhooks.md#the-webhook-record), and every operation on a webhook of others.
import { expect } from 'chai';
import type { Operation } from '../../../shared/contract/operation.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { contentsOf } from '../../support/api/contents.ts';
import { expectError } from '../../support/api/error-body.ts';
import { logOf, newRequestId } from '../logs/logged.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createAttempt, createMessage, createOwner, useReceivedHook } from './owner.ts';
import { specimen } from './specimen.ts';

const NO_UUID_7 = '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e';

describe('GET /webhooks/:id', () => {
  const app = useApp();
  const owner = useReceivedHook(app);

  it('Answers a webhook with every field except the signing secret.', async () => {
    const { signing_secret, ...created } = (await owner.create()).body;
    const webhook = await owner.read(`/webhooks/${created.id}`);
    expect(webhook).to.deep.equal(created);
    expect(webhook).to.have.all.keys(
      'object',
      'id',
      'endpoint_url',
      'endpoint',
      'events',
      'status',
      'disabled_reason',
      'health',
      'created_at',
      'updated_at',
    );
    expect(signing_secret).to.be.a('string');
  });

  it('Says in `health` when an attempt last succeeded, and how many of the last 24 hours delivered an event or failed, also by the hour.', async () => {
    const nothing = {
      last_success_at: null,
      failing_since: null,
      delivered_24h: 0,
      failed_24h: 0,
      failing_status: null,
      hours: [],
      last_failed_event_id: null,
    };
    expect((await owner.create()).body.health).to.deep.equal(nothing);
    app.clock.set(new Date('2026-11-20T12:07:00Z'));
    const { id } = await createMessage(app.pool, owner, { state: 'failed' });
    const attempt = (time: string, statusCode: number) =>
      createAttempt(app.pool, owner, id, { statusCode, at: new Date(`2026-11-${time}Z`) });
    await attempt('19T11:59:59.999', 200);
    await attempt('19T11:59:59.999', 500);
    const { health: before } = await owner.read(owner.path);
    expect(before).to.deep.equal({ ...nothing, last_success_at: '2026-11-19T11:59:59.999Z' });
    await attempt('19T12:00:00', 500);
    await attempt('20T12:06:58', 200);
    await attempt('20T12:06:59', 503);
    await attempt('20T12:06:57', 200);
    const health = {
      last_success_at: '2026-11-20T12:06:58.000Z',
      failing_since: null,
      delivered_24h: 2,
      failed_24h: 2,
      failing_status: null,
      last_failed_event_id: null,
      hours: [
        { starts_at: '2026-11-19T12:00:00.000Z', delivered: 0, failed: 1 },
        { starts_at: '2026-11-20T12:00:00.000Z', delivered: 2, failed: 1 },
      ],
    };
    await owner.create();
    // A worker of the release before has recorded the success.
    await app.pool.query(
      'UPDATE webhooks SET failing_status = 500, last_failed_message_id = id WHERE id = $1',
      [owner.id],
    );
    const { data } = await owner.read('/webhooks');
    expect(data.map((item: { health: object }) => item.health)).to.deep.equal([nothing, nothing, health]);
    expect((await owner.api.patch(owner.path).send({ events: ['*'] })).body.health).to.deep.equal(health);
  });

  it('Shows the signing secret only in the answers to its creation and its rotation.', async () => {
    const { api, path, id } = owner;
    const event = `${path}/events/${(await createMessage(app.pool, owner)).id}`;
    const requestId = newRequestId();
    const rotated = await api.post(`${path}/rotate`).set('X-Request-Id', requestId);
    const secrets = [owner.secret, rotated.body.signing_secret];
    const answers = [
      await api.get(path),
      await api.get('/webhooks'),
      await api.patch(path).send({ status: 'disabled' }),
      await api.patch(path).send({ status: 'enabled' }),
      await api.post(`${path}/test`),
      await api.get(`${path}/events`),
      await api.get(event),
      await api.get(`${event}/attempts`),
      await api.post(`${event}/replay`),
      await api.post(`${path}/replay`).send({ since: '1 hour ago' }),
      await api.delete(path),
    ];
    for (const { status, body } of answers) {
      expect(status).to.equal(200);
      expect(body).not.to.have.property('signing_secret');
      for (const secret of secrets) expect(JSON.stringify(body)).not.to.include(secret.slice(6));
    }
    const log = await logOf(app, owner.token, requestId);
    expect(log.response_body).to.include({ id });
    expect(JSON.stringify(log)).not.to.include(secrets[1].slice(6));
  });

  it('Says in `disabled_reason` why the service disabled a webhook.', async () => {
    for (const disabled_reason of [
      'The endpoint answered 410 Gone twice within an hour.',
      'Every attempt failed for 5 days.',
    ]) {
      await app.pool.query("UPDATE webhooks SET status = 'disabled', disabled_reason = $2 WHERE id = $1", [
        owner.id,
        disabled_reason,
      ]);
      expect(await owner.read(owner.path)).to.include({ status: 'disabled', disabled_reason });
    }
  });

  it("Answers not_found 404 for an unknown webhook and for another account's webhook, and changes nothing.", async () => {
    const stranger = await createOwner(app);
    const { id: eventId } = await createMessage(app.pool, owner, { state: 'failed' });
    const requests = Object.entries<Operation>(OPERATIONS)
      .filter(([, { path }]) => path.startsWith('/webhooks/:id'))
      .map(([id, { method, path }]) => ({ method, path, body: specimen.good[id]?.body }));
    expect(requests).to.have.length.above(9);
    requests.push({ method: 'patch', path: '/webhooks/:id', body: {} });
    // The keys have been used before.
    for (const { token } of [owner, stranger]) await app.as(token).get('/webhooks').expect(200);
    const before = await contentsOf(app, ['logs']);
    for (const { method, path, body } of requests) {
      for (const id of [owner.id, UNKNOWN_ID, NO_UUID_7, 'none', '%00']) {
        const asked = path.replace(':id', id).replace(':eventId', eventId);
        const answer = await stranger.api[method](asked).send(body);
        expect(answer.status, `${method} ${asked}`).to.equal(404);
        expect(expectError(answer, 404, 'not_found')).to.match(/^Webhook( event| replay)? not found\.$/);
      }
    }
    expect(await contentsOf(app, ['logs'])).to.deep.equal(before);
    expect(owner.receiver.requests).to.deep.equal([]);
  });
});
