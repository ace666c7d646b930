// Calls that change something, made by a browser that is signed in, come from our own pages.
import { expect } from 'chai';
import { OPS_TOKEN, useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';

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

  for (const site of ['cross-site', 'same-site', 'none', '']) {
    it(`are refused with Sec-Fetch-Site: ${site || '(empty)'}`, async () => {
      const answer = await pauseAll({ 'Sec-Fetch-Site': site, Origin: app.url });
      expectError(answer, 403, 'validation_error');
    });
  }

  for (const origin of ['http://evil.test', 'null', 'http://127.0.0.1:1', 'nonsense']) {
    it(`are refused with Origin: ${origin}`, async () => {
      expectError(await pauseAll({ Origin: origin }), 403, 'validation_error');
    });
  }

  it('are refused when nothing tells their origin', async () => {
    expectError(await pauseAll({}), 403, 'validation_error');
  });

  it('pass from our own page', async () => {
    expect((await pauseAll({ 'Sec-Fetch-Site': 'same-origin' })).status).to.equal(200);
    expect((await pauseAll({ Origin: app.url })).status).to.equal(200);
  });

  it('pass with the token as Bearer, which no browser adds by itself', async () => {
    const answer = await app
      .bare()
      .put('/ops/queues/api/queues/resume')
      .set({ Authorization: `Bearer ${OPS_TOKEN}`, 'Sec-Fetch-Site': 'cross-site' });
    expect(answer.status).to.equal(200);
  });

  it('include the login itself', async () => {
    const answer = await app
      .bare()
      .post('/ops/login')
      .set('Sec-Fetch-Site', 'cross-site')
      .type('form')
      .send({ token: OPS_TOKEN });
    expectError(answer, 403, 'validation_error');
  });
});
