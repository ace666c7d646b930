// The release process (Procfile): runs the migrations and exits, before the processes of the new version start.

import { ConfigError, loadConfig } from '../platform/config/config.ts';
import { describeDatabaseFailure } from '../platform/db/describe-failure.ts';
import { migrate } from '../platform/db/migrations/migrate.ts';
import { EXIT_CONFIG } from '../platform/lifecycle/process.ts';
import { createLog } from '../platform/log/log.ts';
import { createSystemClock } from '../platform/time/clock.ts';
import { PARTITIONED_TABLES } from './partitioned-tables.ts';

const log = createLog({ level: 'info', process: 'release' });
try {
  const config = loadConfig(process.env);
  await migrate({
    connectionString: config.databaseUrl,
    partitionedTables: PARTITIONED_TABLES,
    clock: createSystemClock(config.clockOffsetMs),
    log,
  });
  log.info('the database is up to date');
} catch (error) {
  const sentence = error instanceof ConfigError ? error.message : describeDatabaseFailure(error);
  if (sentence === undefined) log.fatal({ err: error }, 'could not migrate');
  else log.fatal(sentence);
  process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
}
