// Servers next to the sink, at its port and other addresses: those that are out of order, each in its manner, and those whose
// mail the bench does not count.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createSession, GREETING } from './session.ts';

/** What a server does: it never answers, closes each connection, says 421 to MAIL, or takes all mail. */
export type Manner = 'silent' | 'closing' | 'busy' | 'taking';

const BUSY = '421 4.7.0 Too many mails from your address, try again later\r\n';
const MAIL_COMMAND = /^MAIL /im;

const MANNERS: Record<Manner, (socket: Socket) => void> = {
  silent: () => {},
  closing: (socket) => void socket.destroy(),
  busy(socket) {
    const receive = greet(socket);
    socket.on('data', (chunk) => {
      if (MAIL_COMMAND.test(chunk.toString('latin1'))) socket.end(BUSY);
      else receive(chunk);
    });
  },
  taking: (socket) => void socket.on('data', greet(socket)),
};

/** Listens until it is stopped. */
export async function serveNeighbours(
  port: number,
  addresses: Partial<Record<Manner, readonly string[]>>,
): Promise<{ stop(): void }> {
  const sockets = new Set<Socket>();
  const listen = (manner: Manner, address: string): Server =>
    createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      // As in the sink: a sender may close its connection.
      socket.on('error', () => {});
      MANNERS[manner](socket);
    }).listen(port, address);
  const servers = Object.entries(addresses).flatMap(([manner, all]) =>
    all.map((address) => listen(manner as Manner, address)),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return {
    stop() {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function greet(socket: Socket): (chunk: Buffer) => void {
  socket.write(GREETING);
  return createSession(({ lines, quit }) => void (quit ? socket.end(lines) : socket.write(lines)));
}
