// Configuration of the knex command line only: `node --import tsx/esm node_modules/knex/bin/cli.js migrate:list`.
// Processes migrate with shared/platform/db/migrations/migrate.ts, which also migrates the queues and creates the partitions.
import { createMigrationSource } from './shared/platform/db/migrations/migrations.ts';

export default {
  client: 'pg',
  connection: process.env['DATABASE_URL'],
  migrations: { migrationSource: createMigrationSource() },
};
