// Checks whether a database has all migrations of this version. It is separate from migrate.ts so that a running
// process never loads knex.
import type { Queryable } from '../connect.ts';
import { listMigrations } from './migrations.ts';

/** The difference between the migrations of a database and those of this version. */
export interface MigrationState {
  /** Names of migrations that are not applied, oldest first. */
  missing: string[];
  /** Names of applied migrations that this version does not have: a newer version migrated the database. */
  unknown: string[];
}

/** The database does not have all migrations of this version. */
export class NotMigratedError extends Error {
  override readonly name = 'NotMigratedError';
}

/** Compares the database with this version. */
export async function findMigrationState(database: Queryable): Promise<MigrationState> {
  const known = await listMigrations();
  const { rows } = await database.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY name');
  const applied = rows.map(({ name }) => name);
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** True when every migration of this version is applied. */
export async function isMigrated(database: Queryable): Promise<boolean> {
  return (await findMigrationState(database)).missing.length === 0;
}

/** @throws NotMigratedError with a sentence for operators */
export async function requireMigrated(database: Queryable): Promise<void> {
  const { missing } = await findMigrationState(database);
  if (missing.length > 0) {
    throw new NotMigratedError(
      `The database is not migrated to this version: ${missing.join(', ')}. Run the release process first.`,
    );
  }
}
