// The answers that a server has not finished: at a stop they are waited for, and what arrives malformed must not be
// answered in the middle of one. Kept by connection, since those come and go seldom: a Set of answers grows a new table
// every few requests, the old ones are linked to the new ones, and with them hundreds of finished requests stay until
// the next full collection (20 µs of CPU a request, most of it collecting).
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What is being answered. */
export interface OpenAnswers {
  /** The answer that was begun last on a connection, if it is not finished. */
  on(connection: Duplex): ServerResponse | undefined;
  /** Resolves when all are finished, or when the time is over. What is answered from here on is the connection's last. */
  drained(timeoutMs: number): Promise<void>;
}

/** Follows the answers of a server. */
export function followAnswers(server: Server): OpenAnswers {
  const latest = new Map<Duplex, ServerResponse | undefined>();
  let count = 0;
  let isDraining = false;
  let onEmpty = () => {};
  server.on('connection', (connection) => {
    latest.set(connection, undefined);
    connection.once('close', () => latest.delete(connection));
  });
  server.on('request', ({ socket }, response: ServerResponse) => {
    count += 1;
    latest.set(socket, response);
    if (isDraining) closeAfter(response);
    response.once('close', () => {
      count -= 1;
      if (latest.get(socket) === response) latest.set(socket, undefined);
      if (count === 0) onEmpty();
    });
  });
  return {
    on: (connection) => latest.get(connection),
    async drained(timeoutMs) {
      isDraining = true;
      for (const response of latest.values()) if (response) closeAfter(response);
      if (count === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        onEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
