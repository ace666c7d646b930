// Tracks the responses that are not finished: a graceful shutdown waits for them, and a malformed request must not be
// answered in the middle of one. They are stored by connection, because connections change seldom. A Set of responses
// would allocate a new table every few requests; the old tables are linked to the new ones and would keep hundreds of
// finished requests until the next full garbage collection (20 µs of CPU per request, most of it collection).
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The unfinished responses of a server. */
export interface OpenAnswers {
  /** The latest response on a connection, if it is not finished. */
  on(connection: Duplex): ServerResponse | undefined;
  /** Resolves when all are finished or the time is over. Responses that start after the call close their connection. */
  drained(timeoutMs: number): Promise<void>;
}

/** Starts to track the responses of a server. */
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
