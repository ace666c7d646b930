// The bench's own connections to its databases.

import { connectDatabase, type Database } from '../../shared/platform/db/connect.ts';
import { createLog } from '../../shared/platform/log/log.ts';

/** Opens a pool of one connection. */
export function openDatabase(connectionString: string): Database {
  const log = createLog({ level: 'warn', process: 'bench' });
  return connectDatabase({ connectionString, poolSize: 1, applicationName: 'bench', log });
}

/** Opens a database for some work and closes it afterwards. */
export async function withDatabase<Result>(
  connectionString: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(connectionString);
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

/** Runs a statement that may take minutes, which the statement timeout of the product's pool would cancel. */
export async function queryWithoutTimeout(
  database: Database,
  sql: string,
  values?: unknown[],
): Promise<void> {
  const client = await database.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(sql, values);
  } finally {
    client.release();
  }
}
