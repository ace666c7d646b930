// What is in the database that was chosen, and may it be used? Only one that is empty, or Posthorn's own.
import { connectDatabase, type Queryable } from '../../shared/platform/db/connect.ts';
import { describeDatabaseFailure } from '../../shared/platform/db/describe-failure.ts';
import { listMigrations } from '../../shared/platform/db/migrations/migrations.ts';
import { findServerProblem } from '../../shared/platform/db/migrations/server-version.ts';
import { requireUsableServer } from '../../shared/platform/db/sessions/usable-server.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { wordsOf } from '../checks/finding.ts';
import { UsageError } from '../verb.ts';

/** A database that may be used. */
export interface UsableDatabase {
  /** Posthorn has migrated it. */
  isOurs: boolean;
  maxConnections: number;
}

/** Tables of extensions and of knex are not data; the second result is for a database without the table. */
const TABLES = `SELECT count(*)::int AS count FROM pg_class AS class
  WHERE relkind IN ('r', 'p', 'm') AND relname NOT LIKE 'knex_migrations%'
    AND relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_' OR nspname = 'information_schema')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = class.oid AND deptype = 'e')`;

/** @throws UsageError with one sentence when it cannot be used */
export async function inspectDatabase(connectionString: string): Promise<UsableDatabase> {
  const log = createLog({ level: 'silent', process: 'setup' });
  const database = connectDatabase({ connectionString, poolSize: 1, applicationName: 'posthorn setup', log });
  try {
    await requireUsableServer(connectionString);
    return await requireUsableDatabase(database);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(describeDatabaseFailure(error) ?? `The database cannot be used: ${wordsOf(error)}.`);
  } finally {
    await database.end();
  }
}

async function requireUsableDatabase(database: Queryable): Promise<UsableDatabase> {
  const problem = await findServerProblem(database);
  if (problem !== undefined) throw new UsageError(problem);
  const isOurs = await hasOurMigrations(database);
  const { rows: tables } = await database.query<{ count: number }>(TABLES);
  if (!isOurs && tables[0]?.count !== 0)
    throw new UsageError('The database has tables that do not belong to Posthorn. Use an empty database.');
  const { rows: settings } = await database.query<{ value: number }>(
    `SELECT current_setting('max_connections')::int AS value`,
  );
  return { isOurs, maxConnections: settings[0]?.value ?? 0 };
}

async function hasOurMigrations(database: Queryable): Promise<boolean> {
  const { rows } = await database.query(`SELECT to_regclass('knex_migrations') AS name`);
  if (rows[0]?.name === null) return false;
  const [first] = await listMigrations();
  return (await database.query('SELECT FROM knex_migrations WHERE name = $1', [first])).rows.length > 0;
}
