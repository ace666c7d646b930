// GET /metrics for Prometheus, and the operators' pages without OPS_TOKEN (docs/reference/service.md#metrics).
import { expect } from 'chai';
import { collectProcessMetrics } from '../../../shared/platform/metrics/metrics.ts';
import { createMetrics } from '../../../shared/resources/service-metrics.ts';
import { OPS_TOKEN, useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createApiKey } from '../../support/factories/factories.ts';

describe('GET /metrics', () => {
  const app = useApp();
  const withBearer = (token: string) => app.bare().get('/metrics').set('Authorization', `Bearer ${token}`);

  it('Answers GET /metrics in the text format of Prometheus to a request with OPS_TOKEN.', async () => {
    await app.bare().get('/healthz');
    const { status, headers, text } = await withBearer(OPS_TOKEN);
    expect(status).to.equal(200);
    expect(headers['content-type']).to.match(/^text\/plain; version=0\.0\.4/);
    expect(text).to.match(
      /^http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 1$/m,
    );
  });

  it('Rejects GET /metrics without a token with missing_api_key 401.', async () => {
    expectError(await app.bare().get('/metrics'), 401, 'missing_api_key');
  });

  it('Rejects GET /metrics with a wrong token or an API key with invalid_api_key 403.', async () => {
    const wrong = ['wrong', OPS_TOKEN.slice(0, -1), `${OPS_TOKEN}x`, OPS_TOKEN.toUpperCase()];
    for (const token of [...wrong, (await createApiKey(app.pool)).token])
      expectError(await withBearer(token), 403, 'invalid_api_key');
  });
});

describe("The operators' pages without OPS_TOKEN", () => {
  const app = useApp({ config: { opsToken: undefined } });

  it("Answers not_found 404 to every request for the operators' pages until OPS_TOKEN is set.", async () => {
    const paths = ['/metrics', '/ops', '/ops/login', '/ops/queues', '/ops/queues/api/queues', '/api/metrics'];
    for (const path of paths)
      expectError(await app.bare().get(path).set('Authorization', 'Bearer undefined'), 404, 'not_found');
    const answer = await app.bare().post('/ops/login').type('form').send({ token: '' });
    expectError(answer, 404, 'not_found');
  });
});

describe('process metrics', () => {
  it('Reports the event-loop lag, the memory and the CPU time of the process.', async () => {
    const metrics = createMetrics();
    collectProcessMetrics(metrics);
    const text = await metrics.registry.metrics();
    for (const name of [
      'nodejs_eventloop_lag_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ]) {
      expect(text).to.match(new RegExp(`^${name} `, 'm'));
    }
  });
});
