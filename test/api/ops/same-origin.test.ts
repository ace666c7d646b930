// CSRF protection of the operators' pages: a call with a session that changes something must come from our own pages
// (docs/reference/service.md#operators-pages).
import { expect } from 'chai';
import { OPS_TOKEN, useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';

describe('state-changing calls of operators', () => {
  const app = useApp();
  let cookie: string;
  before(async () => {
    const answer = await app.bare().get(`/ops/queues?token=${OPS_TOKEN}`);
    cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  });
  const pauseAll = (headers: Record<string, string>) =>
    app
      .bare()
      .put('/ops/queues/api/queues/pause')
      .set({ Cookie: cookie, ...headers });

  it('Rejects a change that a page of another origin requests with validation_error 403.', async () => {
    for (const site of ['cross-site', 'same-site', 'none', ''])
      expectError(await pauseAll({ 'Sec-Fetch-Site': site, Origin: app.url }), 403, 'validation_error');
    for (const origin of ['http://evil.test', 'null', 'http://127.0.0.1:1', 'nonsense'])
      expectError(await pauseAll({ Origin: origin }), 403, 'validation_error');
  });

  it('Rejects a change whose origin is unknown with validation_error 403.', async () => {
    expectError(await pauseAll({}), 403, 'validation_error');
  });

  it('Accepts a change from our own pages.', async () => {
    expect((await pauseAll({ 'Sec-Fetch-Site': 'same-origin' })).status).to.equal(200);
    expect((await pauseAll({ Origin: app.url })).status).to.equal(200);
  });

  it('Accepts a change from any origin with the Bearer token, which no browser adds on its own.', async () => {
    const answer = await app
      .bare()
      .put('/ops/queues/api/queues/resume')
      .set({ Authorization: `Bearer ${OPS_TOKEN}`, 'Sec-Fetch-Site': 'cross-site' });
    expect(answer.status).to.equal(200);
  });

  it('Rejects a login that another site submits with validation_error 403.', async () => {
    const answer = await app
      .bare()
      .post('/ops/login')
      .set('Sec-Fetch-Site', 'cross-site')
      .type('form')
      .send({ token: OPS_TOKEN });
    expectError(answer, 403, 'validation_error');
  });
});
