// Where migrations come from: the files of a directory, in the order of their names; beside the sources they are
// TypeScript, in a build JavaScript, and their names are the same. A migration exports `up`, and `config` where it
// wants no transaction. Migrations are append-only: going back is a new migration that goes forward.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Knex } from 'knex';

/** The migrations of this version. */
export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const EXTENSION = path.extname(fileURLToPath(import.meta.url));

/** What a file of migrations exports. */
interface MigrationFile {
  up(knex: Knex): Promise<void>;
  /** knex reads it, though its types do not name it. False: `up` is safe to run again after a part of it. */
  config?: { transaction: boolean };
}

/** Names of all migrations, oldest first, without their extension. */
export async function listMigrations(directory = MIGRATIONS_DIRECTORY): Promise<string[]> {
  const files = await readdir(directory);
  return files
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => file.slice(0, -EXTENSION.length))
    .sort();
}

/** The source in the form that knex takes. */
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
