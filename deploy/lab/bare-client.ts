// A client of Postgres without anything of ours, but careful: it takes silence for an outage, and connects again after an error.
import pg from 'pg';
import { cutConnection } from '../../shared/platform/db/sessions/open-session.ts';

/** @param limitMs how long it waits for a connection, and for an answer @returns makes a commit */
export function createBareClient(connectionString: string, limitMs: number): () => Promise<void> {
  let client: pg.Client | undefined;
  return async () => {
    try {
      client ??= await connect(connectionString, limitMs);
      await client.query("SELECT pg_logical_emit_message(true, 'bare', '')");
    } catch (error) {
      // Without a goodbye, which a frozen server would not answer.
      if (client) cutConnection(client);
      client = undefined;
      throw error;
    }
  };
}

async function connect(connectionString: string, limitMs: number): Promise<pg.Client> {
  const limits = { connectionTimeoutMillis: limitMs, query_timeout: limitMs };
  const client = new pg.Client({ connectionString, ...limits });
  client.on('error', () => {});
  await client.connect();
  return client;
}
