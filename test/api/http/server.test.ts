// Graceful shutdown of the HTTP server (docs/architecture/guarantees.md#shutdown), as clients see it.
import { expect } from 'chai';
import express from 'express';
import { type ApiServer, startServer } from '../../../api/http/server.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { openSocket, readToEnd } from '../../support/net/raw-http.ts';
import { eventually } from '../../support/time/eventually.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('An API server that stops', () => {
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
    server = await startServer({
      app,
      ids: createIds(createSystemClock()),
      publicUrl: 'http://localhost',
      port: 0,
      host: '127.0.0.1',
    });
  });
  afterEach(() => server.stop());

  describe('Answers every request that has begun before it stops, with Connection: close.', () => {
    it('a request in flight', async () => {
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

    it('a request whose headers were half sent when the stop began', async () => {
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

    it('a request whose connection was open when the stop began', async () => {
      const socket = await openSocket(server.port);
      const text = readToEnd(socket);
      const stopped = server.stop();
      await eventually('it does not listen any more', refuses);
      socket.write('GET /at-once HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(await text)
        .to.match(/^HTTP\/1\.1 200 /)
        .and.include('Connection: close');
      await stopped;
    });
  });

  const refuses = () =>
    openSocket(server.port).then(
      (socket) => void socket.destroy(),
      (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
    );

  it('Accepts no new connection while it stops.', async () => {
    const socket = await openSocket(server.port);
    const text = readToEnd(socket);
    socket.write(REQUEST);
    await entered;
    const stopped = server.stop();
    await eventually('it refuses a connection', refuses);
    answer();
    await Promise.all([text, stopped]);
  });

  it('Closes idle connections when it stops.', async () => {
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
});
