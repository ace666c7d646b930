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
  const queued = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on('connection', (connection) => {
    latest.set(connection, undefined);
    connection.once('close', () => {
      latest.delete(connection);
      for (const response of queued.get(connection) ?? []) closeUnsent(response);
    });
  });
  server.on('request', ({ socket }, response: ServerResponse) => {
    count += 1;
    latest.set(socket, response);
    if (isDraining) closeAfter(response);
    if (!response.socket) queued.set(socket, (queued.get(socket) ?? new Set()).add(response));
    response.once('close', () => {
      queued.get(socket)?.delete(response);
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

/** Node forgets a response that waits for an earlier one (pipelining) when their connection closes: it would stay open for ever. */
function closeUnsent(response: ServerResponse): void {
  response.destroy();
  response.emit('close');
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
