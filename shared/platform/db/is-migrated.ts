// Checks whether a database has all migrations of this version. It is separate from migrate.ts so that a running
// process never loads knex.
import type { Queryable } from './connect.ts';
import { listMigrations } from './migrations.ts';

/** True when every migration of this version is applied. */
export async function isMigrated(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ missing: string }>(
    'SELECT count(*) AS missing FROM unnest($1::text[]) AS name WHERE name NOT IN (SELECT name FROM knex_migrations)',
    [await listMigrations()],
  );
  return rows[0]?.missing === '0';
}
