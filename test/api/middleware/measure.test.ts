// Request metrics: the labels of http_request_duration_seconds (docs/reference/service.md#metrics).
import { expect } from 'chai';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { openSocket } from '../../support/net/raw-http.ts';
import { eventually } from '../../support/time/eventually.ts';
import { probeResource } from '../probe.ts';

describe('request metrics', () => {
  let entered: () => void = () => undefined;
  let release: () => void = () => undefined;
  const wait = () => {
    entered();
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  const app = useApp({ resources: [probeResource(wait)] });
  const account = useAccount(app);
  const countOf = async (labels: { method: string; route: string; status: number }) => {
    const { values } = await app.deps.metrics.httpRequestDuration.get();
    const sample = values.find(
      (value) =>
        value.metricName?.endsWith('_count') &&
        value.labels.route === labels.route &&
        value.labels.method === labels.method &&
        value.labels.status === labels.status,
    );
    return sample?.value ?? 0;
  };
  const routes = async () => {
    const { values } = await app.deps.metrics.httpRequestDuration.get();
    return new Set(values.map(({ labels }) => labels.route));
  };

  it('Measures a request under the path of its operation, never under its URL.', async () => {
    await account.api.get('/api/probe/some-id?q=1');
    expect(await countOf({ method: 'GET', route: '/probe/:id', status: 200 })).to.equal(1);
    expect([...(await routes())].filter((route) => String(route).includes('some-id'))).to.deep.equal([]);
  });

  it('Measures all requests without a route under the name `none`.', async () => {
    await account.api.get('/guess-1');
    await account.api.get('/guess-2');
    expect(await countOf({ method: 'GET', route: 'none', status: 404 })).to.equal(2);
  });

  it('Measures a rejected request under the path of its operation.', async () => {
    await account.api.post('/dashboard');
    expect(await countOf({ method: 'POST', route: '/dashboard', status: 403 })).to.equal(1);
  });

  it('Measures a request whose client disconnected before the answer with status 499.', async () => {
    const socket = await openSocket(app.port);
    const inHandler = new Promise<void>((resolve) => {
      entered = resolve;
    });
    socket.write(
      `GET /failing HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nAuthorization: Bearer ${account.token}\r\n\r\n`,
    );
    await inHandler;
    const logged = app.logLines.length;
    socket.destroy();
    await eventually('the abort is logged', () => app.logLines.length > logged);
    release();
    expect(await countOf({ method: 'GET', route: '/failing', status: 499 })).to.equal(1);
    expect(app.logLines.at(logged)).to.include({ msg: 'request aborted by the client' });
  });
});
