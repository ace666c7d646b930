// What the parts of the conformance suite have in common: the tables and the queue of the smallest kind of work
// (test/support/work/probe-work.ts), empty for each test.
import { useDatabase } from '../../../support/database/database.ts';
import type { BackendUnderTest } from '../../../support/queues/queue-backends.ts';
import { createProbeTables } from '../../../support/work/probe-work.ts';
import { emptyProbeQueue } from '../../../support/work/worker.ts';

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
