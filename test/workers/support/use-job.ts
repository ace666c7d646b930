// What the tests of jobs that they call themselves have in common: a database, a clock that stands still, and the
// dependencies of a worker.
import { createIds } from '../../../shared/platform/time/ids.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { type TestDatabase, useDatabase } from '../../support/database/database.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { createTestClock, type TestClock } from '../../support/time/clock.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../support/work/worker.ts';

/** The surroundings of a job. Use its fields inside hooks and tests. */
export interface Job {
  readonly clock: TestClock;
  readonly ids: ReturnType<typeof createIds>;
  readonly database: TestDatabase;
  readonly pool: TestDatabase['pool'];
  readonly deps: WorkerDeps;
  /** @returns the rows of a statement */
  // biome-ignore lint/suspicious/noExplicitAny: the row of any statement, as pg types it.
  query(text: string, values?: unknown[]): Promise<any[]>;
  /** @returns the first row of a statement */
  // biome-ignore lint/suspicious/noExplicitAny: the row of any statement, as pg types it.
  row(text: string, values?: unknown[]): Promise<any>;
}

/** Prepares them for the tests of the enclosing `describe`. */
export function useJob(clock = createTestClock()): Job {
  // Mocha runs `after` hooks in the order of their definition: the deps must be closed before their database.
  after(() => closeWorkerDeps(deps));
  const database = useDatabase();
  let deps: WorkerDeps;
  before(async () => {
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined }, { clock });
  });
  const query = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows;
  return {
    clock,
    database,
    ids: createIds(clock),
    query,
    row: async (text, values) => (await query(text, values))[0],
    get pool() {
      return database.pool;
    },
    get deps() {
      return deps;
    },
  };
}

/** The same, with an account for each test. */
export function useAccountJob(): Job & { readonly accountId: string } {
  const job = useJob();
  let accountId: string;
  beforeEach(async () => {
    accountId = (await createAccount(job.pool)).id;
  });
  return Object.defineProperty(job as Job & { accountId: string }, 'accountId', { get: () => accountId });
}
