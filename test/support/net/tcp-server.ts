// A raw TCP server, for answers that no HTTP library would send. It counts connections, and closes the remaining ones
// when it stops.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A running server. */
export interface TcpServer {
  readonly port: number;
  readonly connections: number;
  close(): Promise<void>;
}

/** Starts a server on a free port. @param serve handles each connection */
export async function createTcpServer(serve: (socket: Socket) => void): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    serve(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
