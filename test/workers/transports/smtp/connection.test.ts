// The time limits of one connection share a timer, but are independent of each other. A test moves the time, so that a
// busy machine cannot exceed a limit.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { mock } from 'node:test';
import { expect } from 'chai';
import { SmtpConnection } from '../../../../workers/transports/smtp/connection.ts';
import { Transcript } from '../../../../workers/transports/smtp/transcript.ts';

const LONG_MS = 10_000;

describe('A connection', () => {
  let server: Server;
  let client: Socket;
  let connection: SmtpConnection;
  let answer: () => void;
  let nowMs: number;

  beforeEach(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined).resume();
      answer = () => socket.write('250 Ok\r\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await Promise.all([once(client, 'connect'), once(server, 'connection')]);
    nowMs = 0;
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(performance, 'now', () => nowMs);
    connection = new SmtpConnection(client, [], (words) => words, new Transcript({ host: 'mx.example.com' }));
  });

  afterEach(async () => {
    mock.timers.reset();
    mock.restoreAll();
    connection.destroy();
    server.close();
    await once(server, 'close');
  });

  /** Lets this time go by; timers that end within it fire. */
  function pass(milliseconds: number): void {
    nowMs += milliseconds;
    mock.timers.tick(milliseconds);
  }

  /** Sends a command that is answered within its limit. */
  async function exchange(limitMs: number, tookMs: number): Promise<number> {
    const reply = connection.command('NOOP', 'mail', limitMs);
    pass(tookMs);
    answer();
    return (await reply).code;
  }

  it('gives each command its own time limit, however short that of an answered command was', async () => {
    await exchange(50, 0);
    expect(await exchange(LONG_MS, 150)).to.equal(250);
    expect(connection.isOpen).to.equal(true);
  });

  it('is lost when the time limit of any command is over, however long that of the previous one is', async () => {
    const failures = [LONG_MS, 100].map((limitMs) =>
      connection.command('NOOP', 'rcpt', limitMs).catch(({ message }) => message),
    );
    pass(99);
    expect(connection.isOpen).to.equal(true);
    pass(1);
    expect(await Promise.all(failures)).to.deep.equal(Array(2).fill('The server took longer than 100 ms.'));
  });

  it('is lost when the time limit of a command is over that was sent after others were answered', async () => {
    await exchange(60, 0);
    await exchange(LONG_MS, 30);
    const failure = connection.command('NOOP', 'mail', 100).catch(({ message }) => message);
    pass(99);
    expect(connection.isOpen).to.equal(true);
    pass(1);
    expect(await failure).to.equal('The server took longer than 100 ms.');
  });
});
