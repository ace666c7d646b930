// The time limits of one connection share a timer, but are independent of each other.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { SmtpConnection } from '../../../../workers/transports/smtp/connection.ts';

const LONG_MS = 10_000;

describe('A connection', () => {
  let server: Server;
  let connection: SmtpConnection;

  beforeEach(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (octets) => {
        for (const line of String(octets).trim().split('\r\n'))
          answer(line, () => socket.write('250 Ok\r\n'));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    connection = new SmtpConnection(socket, [], (words) => words);
  });

  afterEach(async () => {
    connection.destroy();
    server.close();
    await once(server, 'close');
  });

  it('gives each command its own time limit, however short that of an answered command was', async () => {
    await connection.command('AFTER 0', 'mail', 50);
    const reply = await connection.command('AFTER 150', 'mail', LONG_MS);
    expect(reply.code).to.equal(250);
    expect(connection.isOpen).to.equal(true);
  });

  it('is lost when the time limit of any command is over, however long that of the previous one is', async () => {
    const startMs = performance.now();
    const failures = await Promise.all([
      connection.command('NEVER', 'mail', LONG_MS).catch(({ message }) => message),
      connection.command('NEVER', 'rcpt', 100).catch(({ message }) => message),
    ]);
    expect(failures).to.deep.equal(Array(2).fill('The server took longer than 100 ms.'));
    expect(performance.now() - startMs).to.be.within(99, LONG_MS / 2);
  });

  it('is lost when the time limit of a command is over that was sent after others were answered', async () => {
    await connection.command('AFTER 0', 'mail', 60);
    await connection.command('AFTER 30', 'mail', LONG_MS);
    const startMs = performance.now();
    const failure = await connection.command('NEVER', 'mail', 100).catch(({ message }) => message);
    expect(failure).to.equal('The server took longer than 100 ms.');
    expect(performance.now() - startMs).to.be.within(99, LONG_MS / 2);
  });
});

/** Replies after this many milliseconds, or never. */
function answer(line: string, reply: () => void): void {
  const [word, delayMs] = line.split(' ');
  if (word === 'AFTER') setTimeout(reply, Number(delayMs));
}
