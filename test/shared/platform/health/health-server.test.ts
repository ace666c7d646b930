// The health server of a worker process: liveness, readiness and metrics.
import { expect } from 'chai';
import supertest from 'supertest';
import { createHealthServer, type HealthServer } from '../../../../shared/platform/health/health-server.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import { SERVICE_VERSION as version } from '../../../../shared/platform/process/version.ts';
import { MAX_FAILURES } from '../../../../shared/platform/security/failed-logins.ts';
import { createMetrics } from '../../../../shared/resources/service-metrics.ts';
import { createTestClock } from '../../../support/time/clock.ts';

describe('the health server', () => {
  let server: HealthServer;
  let passes = true;
  const ask = (path: string) => supertest(`http://127.0.0.1:${server.port}`).get(path);
  beforeEach(async () => {
    passes = true;
    server = await createHealthServer({
      port: 0,
      host: '127.0.0.1',
      opsToken: undefined,
      checks: [{ name: 'work', problem: 'It does not work.', run: () => Promise.resolve(passes) }],
      metrics: createMetrics(),
      clock: createTestClock(),
      log: createLog({ level: 'silent', process: 'test' }),
    });
  });
  afterEach(() => server.close());

  it('answers /healthz while the process runs', async () => {
    passes = false;
    const { status, body } = await ask('/healthz');
    expect({ status, body }).to.deep.equal({ status: 200, body: { status: 'ok', version } });
  });

  it('answers /readyz with the results of its checks', async () => {
    const ready = await ask('/readyz');
    expect({ status: ready.status, body: ready.body }).to.deep.equal({
      status: 200,
      body: { status: 'ready', version, checks: { work: 'ok' } },
    });
    passes = false;
    const unready = await ask('/readyz?verbose');
    expect({ status: unready.status, body: unready.body }).to.deep.equal({
      status: 503,
      body: { status: 'unavailable', version, checks: { work: 'It does not work.' } },
    });
  });

  it('answers /readyz with 503 once it drains', async () => {
    server.drain();
    expect((await ask('/readyz')).status).to.equal(503);
  });

  it('answers /metrics in the format of Prometheus', async () => {
    const { status, text } = await ask('/metrics');
    expect(status).to.equal(200);
    expect(text).to.include('# TYPE http_request_duration_seconds histogram');
  });

  it('answers 404 to any other path', async () => {
    expect((await ask('/domains')).status).to.equal(404);
  });
});

describe('the metrics of the health server with OPS_TOKEN', () => {
  const opsToken = 'a-token-of-operators';
  const clock = createTestClock();
  let server: HealthServer;
  before(async () => {
    const log = createLog({ level: 'silent', process: 'test' });
    server = await createHealthServer({
      port: 0,
      host: '127.0.0.1',
      opsToken,
      checks: [],
      metrics: createMetrics(),
      clock,
      log,
    });
  });
  after(() => server.close());
  const ask = (path: string) => supertest(`http://127.0.0.1:${server.port}`).get(path);

  it('are sent for the correct token', async () => {
    const { status, text } = await ask('/metrics').set('Authorization', `Bearer ${opsToken}`);
    expect(status).to.equal(200);
    expect(text).to.include('mail_attempts_total');
  });

  for (const authorization of [
    undefined,
    'Bearer',
    'Bearer wrong',
    `Bearer ${opsToken}x`,
    `Basic ${opsToken}`,
  ]) {
    it(`are refused with 401 for "${authorization}"`, async () => {
      const question = ask('/metrics');
      if (authorization !== undefined) question.set('Authorization', authorization);
      const { status, text } = await question;
      expect(status).to.equal(401);
      expect(text).not.to.include('mail_').and.not.include(opsToken);
    });
  }

  it('are refused with 429 after ten wrong tokens in a minute, even for the correct token', async () => {
    clock.advance(60_000);
    const askWith = (token: string) => ask('/metrics').set('Authorization', `Bearer ${token}`);
    for (let failure = 0; failure < MAX_FAILURES; failure += 1)
      expect((await askWith('wrong')).status).to.equal(401);
    for (const token of ['wrong', opsToken]) {
      const { status, headers, text } = await askWith(token);
      expect(status).to.equal(429);
      expect(Number(headers['retry-after'])).to.be.within(1, 60);
      expect(text).not.to.include('mail_');
    }
    expect((await ask('/metrics')).status).to.equal(401);
    clock.advance(60_000);
    expect((await askWith(opsToken)).status).to.equal(200);
  });

  it('need no token for probes, because a platform sends none', async () => {
    expect((await ask('/healthz')).status).to.equal(200);
    expect((await ask('/readyz')).status).to.equal(200);
  });
});
