// `npm run db:reset`: removes the database of the data directory; the next start creates a new one. Secrets and the API
// key are kept. It refuses while `npm start` runs, and never touches a database that DATABASE_URL names.
import { lockDataDirectory } from './data/data-lock.ts';
import { removeClusterHome } from './postgres/cluster-home.ts';
import { stopOrphanedCluster } from './postgres/orphaned-cluster.ts';
import { readSettings } from './settings.ts';
import { StartError } from './start-error.ts';

try {
  const { dataDir, databaseUrl } = readSettings(process.env);
  if (databaseUrl)
    throw new StartError('DATABASE_URL is set, but only the database in DATA_DIR can be reset.');
  await resetDatabase(dataDir);
  console.log(`The database in ${dataDir} was removed; npm start creates a new one.`);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}

async function resetDatabase(dataDir: string): Promise<void> {
  const lock = await lockDataDirectory(dataDir);
  try {
    await stopOrphanedCluster(dataDir);
    await removeClusterHome(dataDir);
  } finally {
    await lock.release();
  }
}
