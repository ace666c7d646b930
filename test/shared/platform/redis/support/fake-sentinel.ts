// A Sentinel that takes its time: while it thinks about who the master is, it says to its subscribers that another one is.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** It names the server whose URL is `master`. */
export interface FakeSentinel {
  url: string;
  master: string;
  close(): void;
}

const THINKS_FOR_MS = 300;
const CHANNEL = '+switch-master';

const array = (...words: (string | number)[]) =>
  `*${words.length}\r\n${words.map((word) => (typeof word === 'number' ? `:${word}\r\n` : `$${word.length}\r\n${word}\r\n`)).join('')}`;

/** Starts it. */
export async function startFakeSentinel(master: string): Promise<FakeSentinel> {
  const sockets = new Set<Socket>();
  const subscribers = new Set<Socket>();
  const answer = (socket: Socket, command: string) => {
    if (/^HELLO/i.test(command)) return socket.write('-NOPROTO unsupported protocol version\r\n');
    if (/^SUBSCRIBE/i.test(command)) {
      subscribers.add(socket);
      return socket.write(array('subscribe', CHANNEL, 1));
    }
    if (!/^SENTINEL/i.test(command)) return socket.write('+OK\r\n');
    for (const each of subscribers) each.write(array('message', CHANNEL, 'main'));
    const { hostname, port } = new URL(sentinel.master);
    return setTimeout(() => socket.write(array(hostname, port)), THINKS_FOR_MS);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      for (const command of String(data)
        .split(/^\*\d+\r\n/m)
        .slice(1))
        answer(socket, command.replace(/\$\d+\r\n/g, '').replaceAll('\r\n', ' '));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sentinel: FakeSentinel = {
    url: `redis+sentinel://127.0.0.1:${port}/main`,
    master,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return sentinel;
}
