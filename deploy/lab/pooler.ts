// The lab of a pooler: PgBouncer (from apt) in session mode in front of one Postgres. Either of them goes away or freezes,
// and PgBouncer is administered while all of ours are connected through it.
import { setTimeout as delay } from 'node:timers/promises';
import { startTemporaryCluster } from '../../dev/postgres/temporary-cluster.ts';
import { createDatabase, dropDatabase } from '../../test/support/database/database.ts';
import { type PgBouncer, startPgBouncer } from '../../test/support/database/pgbouncer.ts';
import { createBareClient } from './bare-client.ts';
import type { Failure, LabServers } from './lab.ts';

/** For two of everything of ours, and the server's own. */
const SETTINGS = { max_connections: '300' };
/** As long as a restart takes that a person does. */
const RESTART_MS = 2_000;
/** Longer than our own limits of five seconds. */
const AWAY_MS = 8_000;
/** For the bare client, which asks again after it. */
const BARE_LIMIT_MS = 2_000;
const LATER_SECONDS = 10;
const BUG_RETRY_SECONDS = 30;
/** A bare client that keeps its connection, and writes with single statements, notices nothing. */
const NOTICED_BY_POOLS = { ratio: Infinity };

export const POOLER = { start: startPooler, packages: { pgbouncer: 'pgbouncer' } };

async function startPooler(): Promise<LabServers> {
  const cluster = await startTemporaryCluster({ prefix: 'posthorn-lab-', settings: SETTINGS });
  // Makes the template: through the pooler, the connection that is left to it would keep it from being copied.
  await dropDatabase(await createDatabase(cluster.url), cluster.url);
  const pooler = await startPgBouncer(cluster.url, { mode: 'session', settings: ['server_login_retry=1'] });
  const databaseUrl = pooler.urlOf(cluster.url);
  return {
    databaseUrl,
    bareWrite: createBareClient(databaseUrl, BARE_LIMIT_MS),
    failures: failuresOf(pooler, cluster),
  };
}

type Cluster = Awaited<ReturnType<typeof startTemporaryCluster>>;

function failuresOf(pooler: PgBouncer, cluster: Cluster): Failure[] {
  const failure = (name: string, strike: () => Promise<void>, limits: Partial<Failure> = {}): Failure => ({
    name,
    strike,
    mend: async () => {},
    limitSeconds: LATER_SECONDS,
    ratio: 2,
    ...limits,
  });
  return [
    failure('The Postgres of PgBouncer is killed, and starts again', async () => {
      await cluster.crash();
      await cluster.restart();
    }),
    failure('PgBouncer is killed, and starts again', async () => {
      await pooler.kill();
      await delay(RESTART_MS);
      await pooler.restart();
    }),
    failure('PgBouncer reads its settings again (RELOAD)', async () => {
      await pooler.command('RELOAD');
    }),
    failure(
      'PgBouncer gives no new connections for 8 s (PAUSE, RESUME)',
      async () => {
        // In session mode it is answered when all clients have gone, and RESUME does not answer it either.
        void pooler.command('PAUSE').catch(() => undefined);
        await delay(AWAY_MS);
        await pooler.command('RESUME');
      },
      NOTICED_BY_POOLS,
    ),
    failure('PgBouncer freezes (SIGSTOP), and thaws', async () => {
      pooler.freeze();
      await delay(AWAY_MS);
      pooler.thaw();
    }),
    failure('PgBouncer changes to transaction mode, and back', () => changeMode(pooler), {
      ...NOTICED_BY_POOLS,
      // What such a pooler answers looks like a bug, and what met a bug is tried again after so long.
      limitSeconds: BUG_RETRY_SECONDS + LATER_SECONDS,
    }),
  ];
}

async function changeMode(pooler: PgBouncer): Promise<void> {
  await pooler.setMode('transaction');
  await delay(AWAY_MS);
  await pooler.setMode('session');
}
