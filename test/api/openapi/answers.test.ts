// Real answers against their descriptions: no field too many, none missing, every value of its type.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect } from 'chai';
import type { DescribedOperation } from '../../../shared/contract/operation.ts';
import { OPERATIONS, type OperationId } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/app.ts';
import { createApiKey, createDomain, createLog, createWebhook } from '../../support/factories.ts';
import { createAttempt, createMessage } from '../webhooks/owner.ts';

/** Schemas that allow fields that they do not name, made to refuse them. */
function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closeObjects(value)]);
  const closed = Object.fromEntries(entries);
  return 'properties' in schema ? { ...closed, additionalProperties: false } : closed;
}

describe('The answer described in openapi.json is the one that is given', () => {
  const app = useApp();
  const document = closeObjects(
    JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')),
  ) as object;
  const ajv = new Ajv2020({ strict: false });
  ajvFormats.default(ajv);
  ajv.addSchema(document, 'api');
  const checked = new Set<string>();

  const expectAnswer = (id: OperationId, status: number, body: unknown) => {
    const { method, path, status: good = 200 } = OPERATIONS[id] as DescribedOperation;
    const escaped = path.replace(/:(\w+)/g, '{$1}').replaceAll('/', '~1');
    const described = `#/paths/${encodeURIComponent(escaped)}/${method}/responses/${good}/content/application~1json/schema`;
    const validate = ajv.getSchema(`api${described}`) ?? expect.fail(`There is no ${described}`);
    expect(status, JSON.stringify(body)).to.equal(good);
    expect(validate(body), JSON.stringify(validate.errors)).to.equal(true);
    checked.add(id);
  };
  const expectErrorAnswer = (body: unknown) => {
    const validate = ajv.getSchema('api#/components/schemas/Error') ?? expect.fail('There is no Error.');
    expect(validate(body), JSON.stringify(validate.errors)).to.equal(true);
  };

  const send = async (attachments: object[] = []) => {
    const { token, accountId } = await createApiKey(app.pool);
    const { name } = await createDomain(app.pool, accountId);
    const request = { from: `ana@${name}`, to: ['bo@customer.dev'], subject: 'Hello', text: 'Hello' };
    const answer = await app
      .as(token)
      .post('/emails')
      .send({ ...request, attachments, tags: [{ name: 'kind', value: 'test' }], headers: { 'X-A': 'b' } });
    return { token, request, answer };
  };

  it('for an email that is sent, listed and read', async () => {
    const { token, request, answer } = await send();
    expectAnswer('sendEmail', answer.status, answer.body);
    const batch = await app.as(token).post('/emails/batch').send([request]);
    expectAnswer('sendBatch', batch.status, batch.body);
    const list = await app.as(token).get('/emails');
    expect(list.body.data).to.have.length(2);
    expectAnswer('listEmails', list.status, list.body);
    const sources = await app.as(token).get('/emails/sources');
    expectAnswer('listEmailSources', sources.status, sources.body);
    const metrics = await app.as(token).get('/emails/metrics').query({ dimensions: 'period,domain' });
    expectAnswer('getEmailMetrics', metrics.status, metrics.body);
    const shared = await app.as(token).post(`/emails/${answer.body.id}/share`).send({});
    expectAnswer('shareEmail', shared.status, shared.body);
    const later = await app
      .as(token)
      .post('/emails')
      .send({ ...request, scheduled_at: 'in 1 hour' });
    const move = { scheduled_at: 'in 2 hours' };
    const updated = await app.as(token).patch(`/emails/${later.body.id}`).send(move);
    expectAnswer('updateEmail', updated.status, updated.body);
    const canceled = await app.as(token).post(`/emails/${later.body.id}/cancel`);
    expectAnswer('cancelEmail', canceled.status, canceled.body);
    const email = await app.as(token).get(`/emails/${answer.body.id}`);
    expectAnswer('getEmail', email.status, email.body);
  });

  it('for attachments, fetched and not fetched yet', async () => {
    const { token, answer } = await send([
      { filename: 'a.txt', content: 'YQ==', content_id: 'a' },
      { path: 'https://files.customer.dev/b.pdf' },
    ]);
    const list = await app.as(token).get(`/emails/${answer.body.id}/attachments`);
    expect(list.body.data).to.have.length(2);
    expectAnswer('listEmailAttachments', list.status, list.body);
    const attachment = await app
      .as(token)
      .get(`/emails/${answer.body.id}/attachments/${list.body.data[0].id}`);
    expectAnswer('getEmailAttachment', attachment.status, attachment.body);
  });

  it('for domains and API keys', async () => {
    const { token } = await send();
    const domains = await app.as(token).get('/domains');
    expect(domains.body.data).to.have.length(1);
    expectAnswer('listDomains', domains.status, domains.body);
    const keys = await app.as(token).get('/api-keys');
    expect(keys.body.data).to.have.length(1);
    expectAnswer('listApiKeys', keys.status, keys.body);
  });

  it('for a webhook that is made, tried, changed and deleted', async () => {
    const { token } = await createApiKey(app.pool);
    const url = 'http://127.0.0.1:9/';
    const created = await app
      .as(token)
      .post('/webhooks')
      .send({ endpoint: url, events: ['*'] });
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
    const tested = await app.as(token).post(`${path}/test`);
    expectAnswer('testWebhook', tested.status, tested.body);
    for (const body of [{ since: '1 hour ago' }, { since: '1 hour ago', status: 'failed' }]) {
      const replay = await app.as(token).post(`${path}/replay`).send(body);
      expectAnswer('replayWebhook', replay.status, replay.body);
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

  it('for logs', async () => {
    const { token, accountId } = await createApiKey(app.pool);
    const { id } = await createLog(app.pool, accountId, {
      requestBody: [{ a: 1 }],
      responseBody: { id: '1' },
    });
    const logs = await app.as(token).get('/logs');
    expect(logs.body.data).to.have.length(1);
    expectAnswer('listLogs', logs.status, logs.body);
    const log = await app.as(token).get(`/logs/${id}`);
    expectAnswer('getLog', log.status, log.body);
  });

  it('for errors', async () => {
    const { token } = await createApiKey(app.pool);
    expectErrorAnswer((await app.as(token).get('/emails/none')).body);
    expectErrorAnswer((await app.as(token).post('/emails').send({})).body);
    expectErrorAnswer((await app.as().get('/emails')).body);
  });

  it('for every operation that has an answer', () => {
    const described = Object.entries<DescribedOperation>(OPERATIONS).filter(([, { answer }]) => answer);
    expect([...checked].sort()).to.deep.equal(described.map(([id]) => id).sort());
  });
});
