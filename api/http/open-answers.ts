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
  /** Makes responses close their connection from now on. */
  drain(): void;
  /**
   * Resolves when all are finished or the time is over. A connection whose first request has not arrived yet has NEW_MS
   * for it: a proxy may have sent it already.
   */
  drained(timeoutMs: number): Promise<void>;
}

/** Many times what a request needs to follow its connection through a proxy's network. */
const NEW_MS = 500;

/** Starts to track the responses of a server. */
export function followAnswers(server: Server): OpenAnswers {
  /** `new`: nothing was asked on the connection so far. */
  const latest = new Map<Duplex, ServerResponse | 'new' | undefined>();
  let count = 0;
  let isDraining = false;
  let onChange = () => {};
  const queued = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on('connection', (connection) => {
    latest.set(connection, 'new');
    connection.once('close', () => {
      latest.delete(connection);
      for (const response of queued.get(connection) ?? []) closeUnsent(response);
      onChange();
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
      onChange();
    });
  });
  return {
    on(connection) {
      const found = latest.get(connection);
      return found === 'new' ? undefined : found;
    },
    drain() {
      isDraining = true;
      for (const response of latest.values()) if (response && response !== 'new') closeAfter(response);
    },
    async drained(timeoutMs) {
      let waitsForNew = true;
      await new Promise<void>((resolve) => {
        const timers = [
          setTimeout(resolve, timeoutMs),
          setTimeout(() => {
            waitsForNew = false;
            onChange();
          }, NEW_MS),
        ];
        onChange = () => {
          if (count > 0 || (waitsForNew && [...latest.values()].includes('new'))) return;
          timers.forEach(clearTimeout);
          resolve();
        };
        onChange();
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
