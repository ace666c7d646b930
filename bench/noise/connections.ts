// Connections of a noisy account that send little: idle ones, unfinished requests, and bodies that arrive very slowly; and
// those of strangers who take the places of the server for mail.
import { connect, type Socket } from 'node:net';

const MIB = 1024 * 1024;
const IDLE = 600;
const UNFINISHED = 300;
const SLOW = 20;
const STALLED = 4;
/** A little more than the minimum that must arrive. */
const SLOW_BYTES = 2 * 1024;
const SLOW_EVERY_MS = 1_000;

/** Opens the connections, and opens those again that the server closes. @returns a function that closes all */
export function openConnections(url: string, token: string): () => void {
  const { hostname, port } = new URL(url);
  const open = new Map<Socket, NodeJS.Timeout | undefined>();
  let isClosed = false;
  const head = (length: number) =>
    `POST /emails HTTP/1.1\r\nHost: x\r\nUser-Agent: noise\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{"html":"`;
  const keep = (speak: (socket: Socket) => NodeJS.Timeout | undefined) => {
    if (isClosed) return;
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => open.set(socket, speak(socket)));
    socket.on('error', () => {}).resume();
    socket.once('close', () => {
      clearInterval(open.get(socket));
      open.delete(socket);
      setTimeout(keep, SLOW_EVERY_MS, speak).unref();
    });
  };
  const say = (text: string) => (socket: Socket) => {
    socket.write(text);
    return undefined;
  };
  const filling = 'x'.repeat(60 * MIB);
  for (let count = 0; count < IDLE; count += 1) keep(say(''));
  for (let count = 0; count < UNFINISHED; count += 1) keep(say(head(1_000)));
  for (let count = 0; count < STALLED; count += 1) keep(say(head(90 * MIB) + filling));
  for (let count = 0; count < SLOW; count += 1) {
    keep((socket) => {
      socket.write(head(30 * MIB));
      return setInterval(() => socket.write('x'.repeat(SLOW_BYTES)), SLOW_EVERY_MS);
    });
  }
  return () => {
    isClosed = true;
    for (const [socket, timer] of open) {
      clearInterval(timer);
      socket.destroy();
    }
  };
}

/** Networks of strangers, each with as many connections as it may have: twice as many as there are places. */
const NETWORKS = 40;
const OF_NETWORK = 50;

/** Opens silent connections to a server for mail, and opens those again that it closes. @returns a function that closes all */
export function openMailConnections(port: number): () => void {
  const open = new Set<Socket>();
  let isClosed = false;
  const keep = (network: number) => {
    if (isClosed) return;
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.9.${network}.1` });
    open.add(socket);
    socket.on('error', () => {}).resume();
    socket.once('close', () => {
      open.delete(socket);
      setTimeout(keep, SLOW_EVERY_MS, network).unref();
    });
  };
  for (let count = 0; count < NETWORKS * OF_NETWORK; count += 1) keep(count % NETWORKS);
  return () => {
    isClosed = true;
    for (const socket of open) socket.destroy();
  };
}
