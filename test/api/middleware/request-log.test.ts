// The process log: one line for each request, without secrets (docs/reference/service.md#the-process-log).
import { expect } from 'chai';
import { USER_AGENT, useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { probeResource } from '../probe.ts';

describe('the request log', () => {
  const app = useApp({ resources: [probeResource()] });
  const linesOf = (requestId: string) => app.logLines.filter((line) => line['request_id'] === requestId);

  it('Writes one line for each request, with method, path, status, duration, request id, account and key id.', async () => {
    const { token, id, accountId } = await createApiKey(app.pool);
    await app.as(token).get('/api//probe/x').set('X-Request-Id', 'log-1');
    const [line, ...others] = linesOf('log-1');
    expect(others).to.deep.equal([]);
    expect(line).to.include({
      level: 30,
      method: 'GET',
      path: '/api//probe/x',
      status: 200,
      request_id: 'log-1',
      account_id: accountId,
      key_id: id,
      msg: 'request answered',
    });
    expect(line?.['duration_ms']).to.be.a('number');
  });

  it('Writes a line for a rejected request as well.', async () => {
    await app.as().get('/probe/x').set('X-Request-Id', 'log-2');
    expect(linesOf('log-2')[0]).to.include({ status: 401, path: '/probe/x' });
  });

  it('Names the error of a rejected request, at the level `debug` with its message, which may quote the request.', async () => {
    const { body } = await app.as().get('/probe/x').set('X-Request-Id', 'log-5');
    expect(linesOf('log-5')[0]).to.include({ error: body.name, message: body.message });
  });

  it('Writes no key, cookie, query, header or body to the process log.', async () => {
    const { token } = await createApiKey(app.pool);
    const secrets = {
      query: 'query-secret',
      cookie: 'cookie-secret',
      body: 'body-secret',
      header: 'header-secret',
    };
    await app
      .as(token)
      .post('/probe')
      .query({ token: secrets.query })
      .set({ Cookie: `a=${secrets.cookie}`, 'X-Custom': secrets.header, 'X-Request-Id': 'log-3' })
      .send({ text: secrets.body });
    expect(linesOf('log-3')).to.have.length(1);
    const text = JSON.stringify(app.logLines);
    for (const secret of [token, USER_AGENT, ...Object.values(secrets)]) expect(text).not.to.include(secret);
  });

  it('Writes health probes and reads of /metrics at the level `debug`, unless they fail with a 5xx status.', async () => {
    const levelOf = async (path: string, status: number) => {
      const requestId = `log-4 ${path} ${status}`.replaceAll(' ', ':');
      await app.bare().get(path).set('X-Request-Id', requestId).expect(status);
      return linesOf(requestId)[0]?.['level'];
    };
    expect(await levelOf('/healthz', 200)).to.equal(20);
    expect(await levelOf('/readyz', 200)).to.equal(20);
    expect(await levelOf('/metrics', 401)).to.equal(20);
    app.deps.readiness.drain();
    expect(await levelOf('/readyz', 503)).to.equal(40);
  });
});
