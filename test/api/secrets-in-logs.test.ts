// Redaction: a secret in any place of a request reaches neither the process log of `web` nor the request log of the
// account (docs/reference/logs.md#redaction).
import { expect } from 'chai';
import { useApp } from '../support/api/app.ts';
import { createApiKey } from '../support/factories/factories.ts';
import { logOf, newRequestId } from './logs/logged.ts';
import { probeResource } from './probe.ts';

const SECRET = 'q7Zk9Xw2Vb5Nm8Rt4Jd6';

describe('Redacts secrets in every part of a request, both in request logs and in the process log.', () => {
  const app = useApp();

  /** Sends a request with a key. @returns its line of the process log and its request log */
  async function writtenOf(
    ask: (token: string) => { path: string; headers?: Record<string, string>; body?: object },
  ) {
    const { token } = await createApiKey(app.pool);
    const requestId = newRequestId();
    const { path, headers = {}, body = {} } = ask(token);
    await app
      .as(token)
      .patch(path)
      .set({ 'X-Request-Id': requestId, ...headers })
      .send(body);
    const log = await logOf(app, token, requestId);
    const lines = app.logLines.filter((line) => line['request_id'] === requestId);
    expect(lines).to.have.length(1);
    return { token, log, line: lines[0] ?? {}, all: JSON.stringify([lines, log]) };
  }

  it('a key in the path, in any case', async () => {
    for (const change of [(key: string) => key, (key: string) => key.toUpperCase().replace('_', '%5F')]) {
      const { token, log, line, all } = await writtenOf((key) => ({ path: `/emails/${change(key)}` }));
      expect(all.toLowerCase()).not.to.include(token.slice(3, 15).toLowerCase());
      expect(log.endpoint).to.equal('/emails/[redacted]');
      expect(line).to.include({ path: '/emails/[redacted]' });
    }
  });

  it('a key in the path, the User-Agent, and the fields, texts and names of the body', async () => {
    const { token, log, all } = await writtenOf((key) => ({
      path: `/emails/${key}`,
      headers: { 'User-Agent': `curl ${key}` },
      body: { scheduled_at: key, [key]: [key, { api_key: 'abc' }] },
    }));
    expect(all).not.to.include(token.slice(0, 20));
    expect(log).to.include({ endpoint: '/emails/[redacted]', user_agent: 'curl [redacted]' });
    expect(log.request_body).to.deep.equal({
      scheduled_at: '[redacted]',
      '[redacted]': ['[redacted]', { api_key: '[redacted]' }],
    });
  });

  it('a token or a secret in any other place', async () => {
    const path = '/emails/a';
    const nested = [{ passwordHash: { b: SECRET }, private_key_pem: SECRET }];
    for (const request of [
      { path: `/emails/eyJhbGciOiJub25lIn0.eyJ${SECRET}.${SECRET}` },
      { path: `/emails/a;token=${SECRET}` },
      { path: `/emails/a?pwd=${SECRET}&x=Bearer%20${SECRET}` },
      { path, headers: { 'User-Agent': `curl (BEARER ${SECRET})` } },
      { path, headers: { Cookie: `a=${SECRET}`, 'X-Api-Key': SECRET } },
      { path, body: { pwd: SECRET, pass: [SECRET], totp: 1, a: nested } },
      { path, body: { scheduled_at: `token_value=${SECRET}` } },
      { path, body: { [`whsec_${SECRET}`]: 1 } },
    ])
      expect((await writtenOf(() => request)).all, JSON.stringify(request)).not.to.include(SECRET);
  });
});

describe('A secret in an unexpected error', () => {
  const cause = new Error(`connect ECONNREFUSED postgres://posthorn:${SECRET}@db`);
  const error = Object.assign(new Error(`"PASSWORD": "${SECRET}"`, { cause }), { config: { pwd: SECRET } });
  const fail = () => {
    throw error;
  };
  const app = useApp({ resources: [probeResource(fail)] });

  it('Redacts secrets in unexpected errors: neither the process log nor the answer contains them.', async () => {
    const { token } = await createApiKey(app.pool);
    const { status, text } = await app.as(token).get('/failing');
    expect(status).to.equal(500);
    expect(text).not.to.include(SECRET);
    const logged = JSON.stringify(app.logLines);
    expect(logged).to.include('ECONNREFUSED').and.not.include(SECRET);
  });
});
