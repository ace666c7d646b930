// The versions of Postgres that we support, checked before a migration and by `ops check`.
import type { Queryable } from '../connect.ts';

/** The oldest supported version; the tests run on it too. */
const OLDEST_MAJOR = 15;

/** Describes the problem of the server in a sentence; undefined when it is new enough. */
export async function findServerProblem(database: Queryable): Promise<string | undefined> {
  const { rows } = await database.query<{ number: string; name: string; encoding: string }>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name,
            current_setting('server_encoding') AS encoding`,
  );
  const [server] = rows;
  return server && describeServerProblem({ ...server, number: Number(server.number) });
}

/**
 * The same for a known server.
 * @param server `number` as Postgres counts: 150013 is 15.13
 */
export function describeServerProblem(server: {
  number: number;
  name: string;
  encoding: string;
}): string | undefined {
  if (server.number < OLDEST_MAJOR * 10_000) {
    return `Posthorn needs PostgreSQL ${OLDEST_MAJOR} or newer, but this server is ${server.name}.`;
  }
  if (server.encoding !== 'UTF8') {
    return `The database has the encoding ${server.encoding}. Create a database with ENCODING 'UTF8'.`;
  }
  return undefined;
}
