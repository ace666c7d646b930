// A TCP proxy in front of a server that can be opened and shut: open, it forwards connections; shut, it closes each at
// once; stalled, it keeps them and forwards nothing, as a network does that loses every packet. It can lead to another server
// instead, as the address of a database does after a failover.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** A gate on a free port. */
export interface TcpGate {
  /** The server's URL with the host and port of the gate. */
  readonly url: string;
  /** Number of connections so far. */
  readonly connections: number;
  open(): void;
  /** Closes the present connections and each new one. */
  shut(): void;
  /** Leads new connections to the server at `url`. The present ones stay with theirs. */
  leadTo(url: string): void;
  /** Delays all that new connections forward, in both directions: half a round trip. */
  slow(delayMs: number): void;
  /** Forwards nothing more of the present connections, and does not close them. */
  drop(): void;
  /** The same for new connections too; all of them end when the gate is opened. */
  stall(): void;
  close(): Promise<void>;
}

/** Creates a gate, shut, in front of the server at `url`. `host` is as in a URL. */
export async function createTcpGate(url: string, host = '127.0.0.1'): Promise<TcpGate> {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  let isOpen = false;
  let isStalled = false;
  let delayMs = 0;
  let connections = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((socket) => {
    connections += 1;
    keep(socket);
    if (isStalled) return socket.pause();
    if (!isOpen) return socket.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    keep(upstream);
    if (delayMs > 0) socket.pipe(late(delayMs)).pipe(upstream).pipe(late(delayMs)).pipe(socket);
    else socket.pipe(upstream).pipe(socket);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
    return undefined;
  });
  await once(server.listen(0, host.replace(/^\[|\]$/g, '')), 'listening');
  const doorUrl = new URL(url);
  doorUrl.host = `${host}:${(server.address() as AddressInfo).port}`;
  const shut = () => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  const drop = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  return {
    url: doorUrl.href,
    get connections() {
      return connections;
    },
    open() {
      if (isStalled) shut();
      isStalled = false;
      isOpen = true;
    },
    shut,
    leadTo(nextUrl) {
      target = new URL(nextUrl);
    },
    slow(nextMs) {
      delayMs = nextMs;
    },
    drop,
    stall() {
      isStalled = true;
      drop();
    },
    async close() {
      shut();
      await once(server.close(), 'close');
    },
  };
}

function late(delayMs: number): Transform {
  return new Transform({
    transform: (bytes, _encoding, done) => void delay(delayMs).then(() => done(null, bytes)),
  });
}
