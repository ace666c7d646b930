// Migration source for knex: the files of a directory, in the order of their names. They are TypeScript in the sources
// and JavaScript in a build, with the same names. A migration exports `up`, and `config` if it must run without a
// transaction. Migrations are append-only: to undo one, write a new one. See docs/architecture/migrations.md.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Knex } from 'knex';

/** The migrations of this version. */
export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../../../migrations/', import.meta.url));
const EXTENSION = path.extname(fileURLToPath(import.meta.url));

/** The exports of a migration file. */
interface MigrationFile {
  up(knex: Knex): Promise<void>;
  /**
   * Read by knex, although its types do not declare it. With `transaction: false`, `up` must be idempotent: it may have
   * run in part before.
   */
  config?: { transaction: boolean };
}

/** Names of all migrations, oldest first, without the extension of their files. */
export async function listMigrations(directory = MIGRATIONS_DIRECTORY): Promise<string[]> {
  const files = await readdir(directory);
  return files
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => file.slice(0, -EXTENSION.length))
    .sort();
}

/** Creates the migration source for knex. */
export function createMigrationSource(directory = MIGRATIONS_DIRECTORY): Knex.MigrationSource<string> {
  return {
    getMigrations: () => listMigrations(directory),
    getMigrationName: (name) => name,
    async getMigration(name) {
      const file = pathToFileURL(path.join(directory, `${name}${EXTENSION}`));
      const migration = (await import(file.href)) as MigrationFile;
      return { ...migration, down: refuseDown };
    },
  };
}

function refuseDown(): Promise<never> {
  return Promise.reject(new Error('Migrations are append-only: write a new one that goes forward.'));
}
