// A database of its own for the time of a verification, which never touches that of the service.
import { connectDatabase, type Database, type Queryable } from '../../shared/platform/db/connect.ts';
import { SQLSTATES, sqlstateOf } from '../../shared/platform/failures/sqlstates.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { untilAborted } from '../../shared/platform/process/until-aborted.ts';
import { BackupError } from './backup-error.ts';

/** A verification that was killed has left a database of this name: the next one, which has the lock, drops it. */
const NAME = "'posthorn_verify_' || left(md5(current_database()), 12)";

/**
 * Does some work on a new, empty database of the same server, and drops it.
 * @param client a session of the service's database that has the lock of a verification
 * @param signal aborts the work
 */
export async function inTemporaryDatabase<Result>(
  client: Queryable,
  databaseUrl: string,
  signal: AbortSignal,
  work: (url: string, database: Database) => Promise<Result>,
): Promise<Result> {
  // To drop a large database takes a while.
  await client.query('SET statement_timeout = 0');
  const { rows } = await client.query<{ name: string }>(`SELECT ${NAME} AS name`);
  const name = rows[0]?.name ?? '';
  const drop = () => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await drop();
  await create(client, name);
  const url = Object.assign(new URL(databaseUrl), { pathname: name }).href;
  const log = createLog({ level: 'silent', process: 'ops' });
  const applicationName = 'posthorn verify-backup';
  const database = connectDatabase({ connectionString: url, poolSize: 1, applicationName, log });
  const working = work(url, database);
  try {
    return await untilAborted(signal, working);
  } finally {
    // Work that was broken off ends with its connections.
    await drop();
    await working.catch(() => {});
    await database.end();
  }
}

async function create(client: Queryable, name: string): Promise<void> {
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  } catch (cause) {
    if (sqlstateOf(cause) !== SQLSTATES.insufficientPrivilege) throw cause;
    const { rows } = await client.query<{ role: string }>('SELECT quote_ident(current_user) AS role');
    throw new BackupError(
      `The role ${rows[0]?.role} is not allowed to create the database for the restore. As a superuser run ALTER ROLE ${rows[0]?.role} CREATEDB, or name another server in DATABASE_URL.`,
      { cause },
    );
  }
}
