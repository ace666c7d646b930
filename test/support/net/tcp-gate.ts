// A TCP proxy in front of a server that can be opened and shut: open, it forwards connections; shut, it closes each at
// once.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A gate on a free port. */
export interface TcpGate {
  /** The server's URL with the host and port of the gate. */
  readonly url: string;
  /** Number of connections so far. */
  readonly connections: number;
  open(): void;
  /** Closes the present connections and each new one. */
  shut(): void;
  close(): Promise<void>;
}

/** Creates a gate, shut, in front of the server at `url`. */
export async function createTcpGate(url: string): Promise<TcpGate> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isOpen = false;
  let connections = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((socket) => {
    connections += 1;
    keep(socket);
    if (!isOpen) return socket.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    keep(upstream);
    socket.pipe(upstream).pipe(socket);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
    return undefined;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const doorUrl = new URL(url);
  doorUrl.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shut = () => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: doorUrl.href,
    get connections() {
      return connections;
    },
    open() {
      isOpen = true;
    },
    shut,
    async close() {
      shut();
      await once(server.close(), 'close');
    },
  };
}
