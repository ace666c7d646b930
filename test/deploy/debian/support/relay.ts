// Leads connections across the wall between the test and its Debian machine, which has a network of its own: by sockets
// in a directory that both see.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';

const HOST = '127.0.0.1';

/** Leads each connection that comes in to another place. @param from a port of 127.0.0.1 (0: any), or the path of a socket */
export async function relay(from: number | string, to: NetConnectOpts): Promise<Server> {
  const server = createServer((incoming) => {
    const outgoing = connect(to);
    incoming.pipe(outgoing).pipe(incoming);
    // One that is half closed would be left at the end of a test.
    incoming.on('error', () => outgoing.destroy()).on('close', () => outgoing.destroySoon());
    outgoing.on('error', () => incoming.destroy()).on('close', () => incoming.destroySoon());
  });
  server.listen(typeof from === 'number' ? { host: HOST, port: from } : { path: from });
  await once(server, 'listening');
  return server;
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Leads datagrams to a socket, each as a connection that is answered once. */
export async function relayDatagrams(port: number, path: string): Promise<void> {
  const socket = createSocket('udp4').bind(port, HOST);
  await once(socket, 'listening');
  socket.on('message', (message, sender) => {
    const outgoing = connect({ path, allowHalfOpen: true }).on('error', () => {});
    outgoing.end(message);
    buffer(outgoing).then(
      (answer) => answer.length > 0 && socket.send(answer, sender.port, sender.address),
      () => {},
    );
  });
}

/** The other end of `relayDatagrams`. */
export async function receiveDatagrams(path: string, port: number): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, async (incoming) => {
    incoming.on('error', () => {});
    const socket = createSocket('udp4').on('message', (answer) => incoming.end(answer));
    incoming.on('close', () => socket.close());
    socket.send(await buffer(incoming), port, HOST);
  });
  await once(server.listen(path), 'listening');
  return server;
}
