// Three hundred webhook endpoints, most of them bad, on one server: some answer, some accept a request and hang, some
// answer 500; and some have a port on which no server listens. It counts the requests.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '../../../shared/platform/db/connect.ts';
import { createAccount, createWebhook, createWebhookMessages } from '../../support/factories/factories.ts';

/** The behaviour of endpoints, and how many have it. */
export const ENDPOINTS = { good: 80, hanging: 200, failing: 10, refusing: 10 } as const;
export type Behaviour = keyof typeof ENDPOINTS;

const CLOSED_PORT = 1;

/** The server of the endpoints. */
export interface ManyEndpoints {
  /** Requests that were answered well, by `webhook-id`. */
  readonly received: ReadonlyMap<string, number>;
  /** The most requests that hung at the same time. */
  readonly mostHanging: number;
  urlOf(behaviour: Behaviour, index: number): string;
  close(): Promise<void>;
}

/** Starts the server. */
export async function startManyEndpoints(): Promise<ManyEndpoints> {
  const received = new Map<string, number>();
  let hanging = 0;
  let mostHanging = 0;
  const server = createServer((request, response) => {
    const behaviour = request.url?.split('/')[1];
    request.resume();
    if (behaviour === 'hanging') {
      hanging += 1;
      mostHanging = Math.max(mostHanging, hanging);
      request.socket.once('close', () => {
        hanging -= 1;
      });
      return;
    }
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      if (behaviour === 'good') received.set(id, (received.get(id) ?? 0) + 1);
      response.writeHead(behaviour === 'good' ? 200 : 500).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    received,
    get mostHanging() {
      return mostHanging;
    },
    urlOf: (behaviour, index) =>
      `http://127.0.0.1:${behaviour === 'refusing' ? CLOSED_PORT : port}/${behaviour}/${index}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** Registers every endpoint and inserts this many due messages for each. @returns the messages by behaviour */
export async function insertForEach(
  database: Database,
  endpoints: ManyEndpoints,
  messagesEach: number,
): Promise<Record<Behaviour, string[]>> {
  const { id: accountId } = await createAccount(database);
  const made: Record<Behaviour, string[]> = { good: [], hanging: [], failing: [], refusing: [] };
  for (const behaviour of Object.keys(ENDPOINTS) as Behaviour[]) {
    for (let index = 0; index < ENDPOINTS[behaviour]; index += 1) {
      const endpointUrl = endpoints.urlOf(behaviour, index);
      const webhook = await createWebhook(database, accountId, { endpointUrl });
      made[behaviour].push(...(await createWebhookMessages(database, webhook, messagesEach)));
    }
  }
  return made;
}
