// Where migrations come from: the files of migrations/, in the order of their names; beside the sources they are
// TypeScript, in a build JavaScript, and their names are the same. A migration exports `up` only. Migrations are
// append-only: going back is a new migration that goes forward.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Knex } from 'knex';

const DIRECTORY = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const EXTENSION = path.extname(fileURLToPath(import.meta.url));

/** Names of all migrations of this version, oldest first, without their extension. */
export async function listMigrations(): Promise<string[]> {
  const files = await readdir(DIRECTORY);
  return files
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => file.slice(0, -EXTENSION.length))
    .sort();
}

/** The source in the form that knex takes. */
export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: listMigrations,
  getMigrationName: (name) => name,
  async getMigration(name) {
    const { up } = (await import(pathToFileURL(`${DIRECTORY}${name}${EXTENSION}`).href)) as Knex.Migration;
    return { up, down: refuseDown };
  },
};

function refuseDown(): Promise<never> {
  return Promise.reject(new Error('Migrations are append-only: write a new one that goes forward.'));
}
