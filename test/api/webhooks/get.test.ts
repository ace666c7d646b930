// GET /webhooks/:id (docs/reference/webhooks.md#the-webhook-record).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { logOf, newRequestId } from '../logs/logged.ts';
import { createMessage, createOwner } from './owner.ts';

describe('GET /webhooks/:id', () => {
  const app = useApp();

  it('Answers a webhook with every field except the signing secret.', async () => {
    const { token, create } = await createOwner(app);
    const { signing_secret, ...created } = (await create()).body;
    const { status, body } = await app.as(token).get(`/webhooks/${created.id}`);
    expect(status).to.equal(200);
    expect(body).to.deep.equal(created);
    expect(body).to.have.all.keys(
      'object',
      'id',
      'endpoint_url',
      'endpoint',
      'events',
      'status',
      'disabled_reason',
      'created_at',
      'updated_at',
    );
    expect(signing_secret).to.be.a('string');
  });

  it('Shows the signing secret only in the answers to its creation and its rotation.', async () => {
    const { token, accountId, create } = await createOwner(app);
    const { id, signing_secret: first } = (await create({ endpoint_url: 'http://127.0.0.1:9/' })).body;
    const api = app.as(token);
    const path = `/webhooks/${id}`;
    const event = `${path}/events/${(await createMessage(app.pool, { id, accountId })).id}`;
    const requestId = newRequestId();
    const rotated = await api.post(`${path}/rotate`).set('X-Request-Id', requestId);
    const secrets = [first, rotated.body.signing_secret];
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
    const log = await logOf(app, token, requestId);
    expect(log.response_body).to.include({ id });
    expect(JSON.stringify(log)).not.to.include(secrets[1].slice(6));
  });

  it('Says in `disabled_reason` why the service disabled a webhook.', async () => {
    const { token, create } = await createOwner(app);
    const { id } = (await create()).body;
    for (const reason of [
      'The endpoint answered 410 Gone twice within an hour.',
      'Every attempt has failed for five days.',
    ]) {
      await app.pool.query("UPDATE webhooks SET status = 'disabled', disabled_reason = $2 WHERE id = $1", [
        id,
        reason,
      ]);
      const { body } = await app.as(token).get(`/webhooks/${id}`);
      expect(body).to.include({ status: 'disabled', disabled_reason: reason });
    }
  });

  describe("Answers not_found 404 for an unknown webhook and for another account's webhook, and changes nothing.", () => {
    for (const id of [
      'none',
      '01936d3e-5b7a-7c3d-9f21-0123456789ab',
      '%00',
      '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e',
    ]) {
      it(id, async () => {
        const { token } = await createOwner(app);
        expect(expectError(await app.as(token).get(`/webhooks/${id}`), 404, 'not_found')).to.equal(
          'Webhook not found.',
        );
      });
    }

    it("another account's webhook", async () => {
      const { id } = (await (await createOwner(app)).create()).body;
      const { token } = await createOwner(app);
      expectError(await app.as(token).get(`/webhooks/${id}`), 404, 'not_found');
    });
  });
});
