// What Node's HTTP parser refuses gets the same error object.
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { startServer } from '../../../api/http/server.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { useApp } from '../../support/app.ts';
import { createApiKey } from '../../support/factories.ts';
import { exchange, openSocket, readToEnd } from '../../support/raw-http.ts';
import { probeResource } from '../probe.ts';

describe('malformed HTTP', () => {
  const app = useApp({ resources: [probeResource()] });

  for (const [what, text] of [
    ['no HTTP at all', 'GARBAGE\r\n\r\n'],
    ['a TLS handshake', '\x16\x03\x01\x00\x05hello\r\n\r\n'],
    ['a bad header', 'GET / HTTP/1.1\r\nHost x\r\n\r\n'],
    ['two different lengths', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
    [
      'a length with chunks',
      'POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
  ] as const) {
    it(`answers ${what} with validation_error 422 and closes the connection`, async () => {
      const answer = await exchange(app.port, text);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).to.match(/^HTTP\/1\.1 422 Unprocessable Entity\r\n/);
      expect(head)
        .to.include('Connection: close')
        .and.match(/X-Request-Id: \S+/);
      expect(JSON.parse(body)).to.include({ statusCode: 422, name: 'validation_error' });
      expect(head).to.include(`Content-Length: ${Buffer.byteLength(body)}`);
    });
  }

  it('answers a body with broken chunks with validation_error 422', async () => {
    const { token } = await createApiKey(app.pool);
    const head = `POST /probe HTTP/1.1\r\nUser-Agent: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    const answer = await exchange(app.port, `${head}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`);
    expect(answer)
      .to.match(/^HTTP\/1\.1 422 /)
      .and.include('validation_error');
    expect(answer.match(/HTTP\/1\.1/g)).to.have.length(1);
  });

  it('answers HTTP/1.1 without Host as any other request', async () => {
    const answer = await exchange(app.port, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
  });

  it('ignores an Expect header that it does not know', async () => {
    const answer = await exchange(
      app.port,
      'GET /healthz HTTP/1.1\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    );
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
  });

  it('does not write into an answer that has begun', async () => {
    const stream: RequestListener = (_request, response) => void response.write('the first part');
    const ids = createIds(createSystemClock());
    const server = await startServer({ app: stream, ids, port: 0, host: '127.0.0.1' });
    const socket = await openSocket(server.port);
    const answer = readToEnd(socket);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.write('GARBAGE\r\n\r\n');
    expect(await answer)
      .to.include('the first part')
      .and.not.include('validation_error');
    await server.stop();
  });

  it('keeps serving others after it', async () => {
    const socket = await openSocket(app.port);
    socket.write('GARBAGE\r\n\r\n');
    expect((await app.bare().get('/healthz')).status).to.equal(200);
    socket.destroy();
  });
});
