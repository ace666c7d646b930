// The orderly end of a server.
import { createServer } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { type ApiServer, startServer } from '../../../api/http/server.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { openSocket, readToEnd } from '../../support/raw-http.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('the API server', () => {
  let server: ApiServer;
  let entered: Promise<void>;
  let answer: () => void;

  beforeEach(async () => {
    const app = express();
    app.get('/at-once', (_request, response) => {
      response.json({ answered: 'at once' });
    });
    entered = new Promise((resolve) => {
      app.get('/', (_request, response) => {
        answer = () => response.json({ answered: true });
        resolve();
      });
    });
    server = await startServer({ app, ids: createIds(createSystemClock()), port: 0, host: '127.0.0.1' });
  });
  afterEach(() => server.stop());

  it('answers the request in flight before it stops, and closes its connection', async () => {
    const socket = await openSocket(server.port);
    const text = readToEnd(socket);
    socket.write(REQUEST);
    await entered;
    const stopped = server.stop();
    answer();
    expect(await text)
      .to.match(/^HTTP\/1\.1 200 /)
      .and.include('{"answered":true}')
      .and.include('Connection: close');
    await stopped;
  });

  it('takes no new connection while it stops', async () => {
    const socket = await openSocket(server.port);
    const text = readToEnd(socket);
    socket.write(REQUEST);
    await entered;
    const stopped = server.stop();
    const refusal = await openSocket(server.port).then(
      () => 'accepted',
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect(refusal).to.equal('ECONNREFUSED');
    answer();
    await Promise.all([text, stopped]);
  });

  it('answers a request whose headers were half sent when the stop began, and closes its connection', async () => {
    const slow = await openSocket(server.port);
    const slowText = readToEnd(slow);
    slow.write('GET /at-once HTTP/1.1\r\n');
    const held = await openSocket(server.port);
    const heldText = readToEnd(held);
    held.write(REQUEST);
    await entered;
    const stopped = server.stop();
    slow.write('Host: x\r\n\r\n');
    expect(await slowText)
      .to.match(/^HTTP\/1\.1 200 /)
      .and.include('at once')
      .and.include('Connection: close');
    answer();
    await Promise.all([heldText, stopped]);
  });

  it('closes connections that are idle or never sent a request', async () => {
    const silent = await openSocket(server.port);
    const idle = await openSocket(server.port);
    const firstAnswer = new Promise((resolve) => idle.once('data', resolve));
    idle.write(REQUEST);
    await entered;
    answer();
    await firstAnswer;
    const ends = Promise.all([readToEnd(silent), readToEnd(idle)]);
    await server.stop();
    await ends;
  });

  it('fails when its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const options = { app: express(), ids: createIds(createSystemClock()), port, host: '127.0.0.1' };
    const failure = await startServer(options).catch((error: NodeJS.ErrnoException) => error.code);
    expect(failure).to.equal('EADDRINUSE');
    await new Promise((resolve) => other.close(resolve));
  });
});
