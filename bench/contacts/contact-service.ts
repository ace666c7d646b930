// The API on a database that is full of contacts, and a connection to each: for scenarios that time one call after the
// other.
import { Client, type Dispatcher } from 'undici';
import type { Database } from '../../shared/platform/db/connect.ts';
import { openDatabase } from '../servers/open-database.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';
import { type StoredContacts, storeContacts } from './stored-contacts.ts';

/** A running service. */
export interface ContactService {
  stored: StoredContacts;
  /** A pool of one connection with the settings of the API's pool for lists. */
  database: Database;
  /** Sends a request and reads the complete answer. @throws Error when it is refused */
  call(method: Dispatcher.HttpMethod, path: string, body?: object): Promise<void>;
  stop(): Promise<void>;
}

/** No mail is sent, so no server listens. */
const NO_SMTP_PORT = 1;
const REFUSED_FROM = 300;

/** @param name of its database, which no other service has */
export async function openContactService(
  servers: Servers,
  variant: Variant,
  { name, count }: { name: string; count: number },
): Promise<ContactService> {
  const { startProcess, databases, redisUrl, startPostfix } = servers;
  const databaseUrl = await databases.createTemplate(name, variant.family);
  const database = openDatabase(databaseUrl);
  const stored = await storeContacts(database, count);
  const { target, processes } = await variant.start({
    startProcess,
    databaseUrl,
    redisUrl,
    queuePrefix: `{${name}}`,
    smtpPort: NO_SMTP_PORT,
    processes: { api: 1, send: 0 },
    startPostfix,
  });
  if (target.protocol !== 'http') throw new Error('Contacts need an API.');
  const client = new Client(target.urls[0] ?? '');
  const headers = { ...target.headers, 'content-type': 'application/json' };
  return {
    stored,
    database,
    async call(method, path, body) {
      const answer = await client.request({
        method,
        path,
        headers,
        body: body ? JSON.stringify(body) : null,
      });
      const text = await answer.body.text();
      if (answer.statusCode >= REFUSED_FROM) throw new Error(`${method} ${path}: ${text}`);
    },
    async stop() {
      await client.close();
      for (const process of processes) await process.stop();
      await database.end();
    },
  };
}
