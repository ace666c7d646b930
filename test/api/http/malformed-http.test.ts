// Requests that Node's HTTP parser rejects get the same error object (docs/reference/requests.md#connections), written
// by api/http/malformed-http.ts.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { answerMalformedHttp } from '../../../api/http/malformed-http.ts';
import { followAnswers } from '../../../api/http/open-answers.ts';
import { startServer } from '../../../api/http/server.ts';
import { docsUrlOf } from '../../../shared/contract/errors.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { exchange, openSocket, readToEnd } from '../../support/net/raw-http.ts';
import { probeResource } from '../probe.ts';

describe('Malformed HTTP', () => {
  const app = useApp({ resources: [probeResource()] });

  /** @returns the message */
  const expectRefusal = (answer: string): string => {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).to.match(/^HTTP\/1\.1 422 Unprocessable Entity\r\n/);
    expect(head)
      .to.include('Connection: close')
      .and.match(/X-Request-Id: \S+/);
    const error = JSON.parse(body) as { message: string };
    const docsUrl = docsUrlOf(app.deps.config.publicUrl, 'validation_error');
    expect(error).to.include({ statusCode: 422, name: 'validation_error', docs_url: docsUrl });
    expect(head).to.include(`Content-Length: ${Buffer.byteLength(body)}`);
    return error.message;
  };

  it('Rejects a request that is not valid HTTP with validation_error 422, and closes the connection.', async () => {
    for (const text of [
      'GARBAGE\r\n\r\n',
      // A TLS handshake.
      '\x16\x03\x01\x00\x05hello\r\n\r\n',
      'GET / HTTP/1.1\r\nHost x\r\n\r\n',
      'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      'POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ])
      expectRefusal(await exchange(app.port, text));
  });

  it('Rejects request headers of more than 16 KiB with validation_error 422, and closes the connection.', async () => {
    const withHeader = (bytes: number) =>
      `GET /healthz HTTP/1.1\r\nConnection: close\r\nX: ${'x'.repeat(bytes)}\r\n\r\n`;
    expect(await exchange(app.port, withHeader(15 * 1024))).to.match(/^HTTP\/1\.1 200 /);
    for (const bytes of [16 * 1024, 100_000])
      expect(expectRefusal(await exchange(app.port, withHeader(bytes)))).to.include('headers are too large');
  });

  it('Rejects a request whose headers do not arrive in time with validation_error 422, and closes the connection.', async () => {
    const { publicUrl } = app.deps.config;
    const timeLimits = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 };
    const server = createServer(timeLimits);
    answerMalformedHttp(server, followAnswers(server), { ids: createIds(createSystemClock()), publicUrl });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const answer = await exchange((server.address() as AddressInfo).port, 'GET / HTTP/1.1\r\nHost:');
      expect(expectRefusal(answer)).to.include('in time');
    } finally {
      server.close();
    }
  });

  it('Rejects a body with broken chunks with validation_error 422, and closes the connection.', async () => {
    const { token } = await createApiKey(app.pool);
    const head = `POST /probe HTTP/1.1\r\nUser-Agent: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    const answer = await exchange(app.port, `${head}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`);
    expect(answer)
      .to.match(/^HTTP\/1\.1 422 /)
      .and.include('validation_error');
    expect(answer.match(/HTTP\/1\.1/g)).to.have.length(1);
  });

  const expectServed = async (header: string) =>
    expect(await exchange(app.port, `GET /healthz HTTP/1.1\r\n${header}Connection: close\r\n\r\n`)).to.match(
      /^HTTP\/1\.1 200 /,
    );

  it('Accepts an HTTP/1.1 request without a Host header.', () => expectServed(''));

  it('Ignores an Expect header that it does not know.', () => expectServed('Expect: tea\r\n'));

  it('Closes the connection without an error object if an answer has begun when malformed data arrives.', async () => {
    const stream: RequestListener = (_request, response) => void response.write('the first part');
    const ids = createIds(createSystemClock());
    const { publicUrl } = app.deps.config;
    const server = await startServer({ app: stream, ids, publicUrl, port: 0, host: '127.0.0.1' });
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

  it('Continues to serve other clients after malformed HTTP.', async () => {
    const socket = await openSocket(app.port);
    socket.write('GARBAGE\r\n\r\n');
    expect((await app.bare().get('/healthz')).status).to.equal(200);
    socket.destroy();
  });
});
