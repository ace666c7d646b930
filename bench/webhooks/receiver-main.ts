// The webhook endpoints of a run, in their own process: by their path they answer, hang or fail. Good requests are
// counted by their id, and only if they are signed. It listens on two ports, so that endpoints that answer and
// endpoints that do not are different servers, like those of different customers.
import { createServer, type RequestListener } from 'node:http';
import { freePort } from '../../dev/processes/ports.ts';
import { monotonicMs } from '../monotonic.ts';
import { serveParent } from '../processes/serve-parent.ts';

/** Questions of the bench. */
export type ReceiverQuestion =
  /** Asks for an answer when this many good requests have come since the previous question. */
  | { type: 'count'; requests: number }
  /** Breaks off all connections to endpoints that hang or fail. */
  | { type: 'break-off' };

/** When the last good request came, and how many different signed ones there were. */
export interface ReceiverAnswer {
  atMs: number;
  signed: number;
}

await serveParent(async () => {
  let requests = 0;
  let lastAtMs = 0;
  let waiting: { wanted: number; reached(): void } | undefined;
  const signed = new Set<string>();
  const answer: RequestListener = (request, response) => {
    request.resume();
    const behaviour = request.url?.split('/')[1];
    if (behaviour === 'hanging') return;
    request.on('end', () => {
      response.writeHead(behaviour === 'good' ? 200 : 500).end();
      if (behaviour !== 'good') return;
      requests += 1;
      lastAtMs = monotonicMs();
      if (request.headers['x-service-signature'] && request.headers['webhook-signature'])
        signed.add(String(request.headers['webhook-id']));
      if (waiting && requests >= waiting.wanted) waiting.reached();
    });
  };
  const listen = async () => {
    const server = createServer({ keepAliveTimeout: 60_000 }, answer);
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return { server, port };
  };
  const good = await listen();
  const bad = await listen();
  const count = async (wanted: number): Promise<ReceiverAnswer> => {
    await new Promise<void>((reached) => {
      waiting = { wanted, reached };
      if (requests >= wanted) reached();
    });
    const answer = { atMs: lastAtMs, signed: signed.size };
    requests = 0;
    signed.clear();
    waiting = undefined;
    return answer;
  };
  return {
    announcement: { port: good.port, badPort: bad.port },
    async answer(question: ReceiverQuestion): Promise<ReceiverAnswer | object> {
      if (question.type === 'count') return await count(question.requests);
      bad.server.closeAllConnections();
      return {};
    },
    stop() {
      for (const { server } of [good, bad]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
});
