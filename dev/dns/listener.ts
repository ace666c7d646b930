// The sockets of a DNS server: UDP and TCP on one port (RFC 7766). It passes on each message with a way to answer it.
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Transport } from './message.ts';

/** A client that waits for the response to one message. */
export interface DnsClient {
  transport: Transport;
  send(message: Buffer): void;
  /** The connection of TCP, on which messages have their length in front. */
  socket: Socket | undefined;
}

/** Options of the sockets. */
export interface DnsListenerOptions {
  host: string;
  /** 0 picks a free one. */
  port: number;
  onMessage(message: Buffer, client: DnsClient): void;
}

/** Open sockets. */
export interface DnsListener {
  port: number;
  close(): Promise<void>;
}

const TRIES = 20;
const CONNECTIONS_MAX = 256;
const IDLE_MS = 10_000;
/** A query is short; a longer one is refused with its connection. */
const QUERY_MAX_BYTES = 4_096;

/** Opens the sockets. @throws Error when the port is taken */
export async function listenForDns(options: DnsListenerOptions): Promise<DnsListener> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open(options);
    } catch (error) {
      // A port that is free for TCP may be taken for UDP.
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isTaken || options.port !== 0 || tries === TRIES) throw error;
    }
  }
}

async function open({ host, port: wanted, onMessage }: DnsListenerOptions): Promise<DnsListener> {
  const connections = new Set<Socket>();
  const tcp = createServer((socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    serveConnection(socket, onMessage);
  });
  tcp.maxConnections = CONNECTIONS_MAX;
  await once(tcp.listen(wanted, host), 'listening');
  const { port } = tcp.address() as AddressInfo;
  const closeTcp = () => {
    for (const socket of connections) socket.destroy();
    return close(tcp);
  };
  try {
    const udp = await openUdp(host, port, onMessage);
    return { port, close: async () => void (await Promise.all([close(udp), closeTcp()])) };
  } catch (error) {
    await closeTcp();
    throw error;
  }
}

async function openUdp(host: string, port: number, onMessage: DnsListenerOptions['onMessage']) {
  const udp = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  let isOpen = true;
  udp.once('close', () => {
    isOpen = false;
  });
  udp.on('message', (message, from) => {
    const send = (response: Buffer) => {
      if (isOpen) udp.send(response, from.port, from.address);
    };
    onMessage(message, { transport: 'udp', send, socket: undefined });
  });
  await once(udp.bind(port, host), 'listening');
  return udp;
}

function serveConnection(socket: Socket, onMessage: DnsListenerOptions['onMessage']): void {
  let received = Buffer.alloc(0);
  const send = (response: Buffer) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(response.length);
    socket.write(Buffer.concat([length, response]));
  };
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 2) {
      const end = 2 + received.readUInt16BE();
      if (end > QUERY_MAX_BYTES) socket.destroy();
      if (received.length < end || socket.destroyed) return;
      const message = received.subarray(2, end);
      received = received.subarray(end);
      onMessage(message, { transport: 'tcp', send, socket });
    }
  });
}

function close(server: Server | UdpSocket): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
