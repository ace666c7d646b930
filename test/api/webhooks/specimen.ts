// Specimens of webhooks for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { startReplay } from '../../../shared/resources/foundation/webhooks/replays/start.ts';
import { createApiKey, createWebhook } from '../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../support/queues/queues.ts';
import { exampleOf, type Specimen, UNKNOWN_ID } from '../specimen.ts';
import { createAttempt, createMessage, ids } from './owner.ts';

/** A URL on which no server listens. */
const UNREACHABLE = 'http://127.0.0.1:9/';

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    createWebhook: {
      body: {
        endpoint_url: UNREACHABLE,
        endpoint: UNREACHABLE,
        events: ['email.sent', 'email.*'],
      },
    },
    listWebhooks: { query: { limit: '2', after: UNKNOWN_ID } },
    updateWebhook: {
      body: {
        endpoint: UNREACHABLE,
        events: ['*'],
        status: 'enabled',
        if_updated_at: '2026-11-20T12:00:00.000Z',
      },
    },
    testWebhook: { body: { type: 'email.bounced' } },
    replayWebhook: { body: { since: '2 hours ago', status: 'failed', dry_run: true } },
    listWebhookEvents: {
      query: {
        limit: '2',
        after: UNKNOWN_ID,
        status: 'failed',
        type: 'email.sent',
      },
    },
    listWebhookAttempts: { query: { limit: '2', before: UNKNOWN_ID } },
  },
  async create(pool, accountId) {
    const webhook = await createWebhook(pool, accountId, {
      endpointUrl: UNREACHABLE,
      events: ['email.sent'],
    });
    const { id: eventId } = await createMessage(pool, webhook);
    const asked = { id: ids.next(), since: '1 hour ago', now: new Date() };
    const replay = await startReplay({ database: pool, queues: SILENT_QUEUES }, webhook, asked);
    return { id: webhook.id, eventId, replayId: replay.id };
  },
  async count(pool, accountId) {
    const { rowCount } = await pool.query('SELECT FROM webhooks WHERE account_id = $1', [accountId]);
    return rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for a webhook that is made, tried, changed and deleted', async () => {
      const { token } = await createApiKey(app.pool);
      const url = 'http://127.0.0.1:9/';
      const created = await app
        .as(token)
        .post('/webhooks')
        .send(exampleOf('createWebhook', { endpoint_url: url }));
      expectAnswer('createWebhook', created.status, created.body);
      const path = `/webhooks/${created.body.id}`;
      const list = await app.as(token).get('/webhooks');
      expect(list.body.data).to.have.length(1);
      expectAnswer('listWebhooks', list.status, list.body);
      const webhook = await app.as(token).get(path);
      expectAnswer('getWebhook', webhook.status, webhook.body);
      const updated = await app
        .as(token)
        .patch(path)
        .send({ events: ['email.*', 'topic.created'] });
      expectAnswer('updateWebhook', updated.status, updated.body);
      const rotated = await app.as(token).post(`${path}/rotate`);
      expectAnswer('rotateWebhook', rotated.status, rotated.body);
      const rotatedAgain = await app.as(token).post(`${path}/signing-secret/rotate`);
      expectAnswer('rotateWebhookSigningSecret', rotatedAgain.status, rotatedAgain.body);
      const tested = await app.as(token).post(`${path}/test`).send(exampleOf('testWebhook'));
      expectAnswer('testWebhook', tested.status, tested.body);
      for (const body of [{ dry_run: true }, { status: 'failed' }]) {
        const since = '1 hour ago';
        const replay = await app
          .as(token)
          .post(`${path}/replay`)
          .send({ since, ...body });
        expectAnswer('replayWebhook', replay.status, replay.body);
        if (replay.body.id === null) continue;
        const progress = await app.as(token).get(`${path}/replays/${replay.body.id}`);
        expectAnswer('getWebhookReplay', progress.status, progress.body);
      }
      const deleted = await app.as(token).delete(path);
      expectAnswer('deleteWebhook', deleted.status, deleted.body);
    });

    it('for the events of a webhook and the attempts to deliver them', async () => {
      const { token, accountId } = await createApiKey(app.pool);
      const webhook = await createWebhook(app.pool, accountId);
      for (const state of ['pending', 'success'] as const) {
        const { id } = await createMessage(app.pool, webhook, { state });
        await createAttempt(app.pool, webhook, id);
        await createAttempt(app.pool, webhook, id, { statusCode: null, error: 'No answer.', body: null });
        const path = `/webhooks/${webhook.id}/events`;
        const list = await app.as(token).get(path);
        expectAnswer('listWebhookEvents', list.status, list.body);
        const event = await app.as(token).get(`${path}/${id}`);
        expectAnswer('getWebhookEvent', event.status, event.body);
        const attempts = await app.as(token).get(`${path}/${id}/attempts`);
        expect(attempts.body.data).to.have.length(2);
        expectAnswer('listWebhookAttempts', attempts.status, attempts.body);
        const replayed = await app.as(token).post(`${path}/${id}/replay`);
        expectAnswer('replayWebhookEvent', replayed.status, replayed.body);
      }
    });
  },
};
