// What the parts of the conformance suite have in common: the tables and the queue of the smallest kind of work
// (test/support/probe-work.ts), empty for each test.
import { useDatabase } from '../../../support/database.ts';
import { createProbeTables } from '../../../support/probe-work.ts';
import type { BackendUnderTest } from '../../../support/queue-backends.ts';
import { emptyProbeQueue } from '../../../support/worker.ts';

/** Prepares them for the tests of the enclosing `describe`. */
export function useProbe(backend: BackendUnderTest) {
  const db = useDatabase();
  const servers = () => ({ databaseUrl: db.url, redisUrl: backend.redisUrl });
  before(() => createProbeTables(db.pool));
  beforeEach(async () => {
    await emptyProbeQueue(servers());
    await db.pool.query('TRUNCATE probe_work, probe_runs, worker_processes');
  });
  return { db, servers };
}
