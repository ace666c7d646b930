// A long run: every kind of work, faults, and retention that removes what has ended, for hours. At the end nothing is lost,
// and nothing has grown without end (docs/architecture/development.md).
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { loadConfig } from '../../shared/platform/config/config.ts';
import { removeOld } from '../../shared/platform/retention/remove-old.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/platform/time/durations.ts';
import { PARTITIONED_TABLES } from '../../shared/resources/partitioned-tables.ts';
import { retention } from '../../shared/resources/retention.ts';
import { eventually } from '../support/time/eventually.ts';
import { type Book, openBook } from './book.ts';
import { startFaults } from './faults.ts';
import { type Course, evaluateGrowth } from './growth.ts';
import { repeat } from './repeat.ts';
import { startSampling } from './sampling.ts';
import { startEndpoints } from './webhooks.ts';
import { createReader, startWork } from './work.ts';
import { startWorld, type World } from './world.ts';

/** What has ended is removed after an eighth of the run, so that the second quarter has as many rows as the last. */
const KEPT_PART = 8;
const KEPT_MAX_MS = 20 * MINUTE_MS;
const REMOVED_EACH_MS = 5_000;
/** A heap that fills its caches looks as if it grew. */
const GROWTH_JUDGED_FROM_MS = 10 * MINUTE_MS;
const EMPTIED_WITHIN_MS = HOUR_MS;

/** What to do. */
export interface SoakOptions {
  hours: number;
  print(line: string): void;
}

/** What came of it. */
export interface SoakReport {
  /** The counts of work, faults and mail. */
  counts: Record<string, number>;
  /** Fault → how often. */
  struck: Record<string, number>;
  courses: Course[];
  /** What is wrong; empty when all is well. */
  complaints: string[];
}

/** Runs it. */
export async function runSoak({ hours, print }: SoakOptions): Promise<SoakReport> {
  const durationMs = hours * HOUR_MS;
  const complaints: string[] = [];
  const complain = (what: string) => {
    complaints.push(what);
    print(`WRONG ${what}`);
  };
  const world = await startWorld();
  const endpoints = await startEndpoints(world);
  const read = createReader(world);
  const book = openBook({
    database: world.database,
    sink: world.product.sink,
    complain,
    isNotified: endpoints.isNotified,
    onChecked(emails) {
      endpoints.forget(emails);
      void read(emails).catch(() => undefined);
    },
  });
  try {
    const work = await startWork(world, book, endpoints, complain);
    const faults = startFaults(world, durationMs, complain);
    const sampling = await startSampling(world, durationMs);
    const removing = startRemoving(world, book, durationMs);
    const counts = () => ({
      ...work.done,
      ...faults.struck,
      ...book.counts,
      'rows removed': removing.removed(),
    });
    const followed = repeat(
      async (number) => print(`${number - 1} min: ${JSON.stringify(counts())}`),
      () => MINUTE_MS,
    );
    await pause(durationMs);
    await followed();
    await Promise.all([sampling.end(), faults.end(), work.end()]);
    await book.close();
    await removing.end();
    for (const [what, count] of Object.entries({ ...work.done, 'rows removed': removing.removed() }))
      if (count === 0) complain(`there were no ${what}`);
    for (const { kind, steady, mortal, kills } of world.pairs) {
      // One that cannot start is complained about when it should be killed next.
      const ofSteady = steady.deaths() - steady.failedStarts();
      const ofMortal = mortal.deaths() - mortal.failedStarts();
      if (ofSteady > 0) complain(`the ${kind} that is never killed ended ${ofSteady} times`);
      if (ofMortal !== kills) complain(`a ${kind} ended ${ofMortal} times, and was killed ${kills} times`);
    }
    const isJudged = durationMs >= GROWTH_JUDGED_FROM_MS;
    if (!isJudged) print('The run is too short to say what grows.');
    const courses = evaluateGrowth(sampling.samples, durationMs >= EMPTIED_WITHIN_MS);
    for (const { fault } of courses) if (fault && isJudged) complain(fault);
    await world.stopProduct();
    await findLeftConnections(world, complain);
    return { counts: { ...counts(), ...endpoints.counts }, struck: faults.struck, courses, complaints };
  } finally {
    await world.stop();
    await endpoints.close();
  }
}

/** Retention of the product with short times. What the book has still to judge stays. */
function startRemoving({ database }: World, book: Book, durationMs: number) {
  const { retentionDays } = loadConfig({ DATABASE_URL: 'postgres://localhost/none' });
  const keptMs = Math.min(KEPT_MAX_MS, durationMs / KEPT_PART);
  const positions = new Map<string, string>();
  let removed = 0;
  const remove = async () => {
    const now = new Date();
    const days = Math.max(keptMs, now.getTime() - book.oldest() + REMOVED_EACH_MS) / DAY_MS;
    const rows = retention(retentionDays).map((row) => ({ ...row, days }));
    const deps = { database, now, partitioned: PARTITIONED_TABLES, positions };
    const of = await removeOld(deps, rows).catch(() => ({ rows: {} }));
    removed += Object.values(of.rows).reduce((sum: number, count) => sum + (count as number), 0);
  };
  const end = repeat(remove, () => REMOVED_EACH_MS);
  return { removed: () => removed, end };
}

/** Finds connections of the processes that were stopped. */
async function findLeftConnections(world: World, complain: (what: string) => void): Promise<void> {
  const { database, redis } = world;
  const OF_OTHERS = `
    SELECT application_name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name NOT LIKE 'soak%' AND backend_type = 'client backend'`;
  const client = new Redis(redis.url);
  try {
    await eventually(
      'no connection to Postgres',
      async () => (await database.query(OF_OTHERS)).rowCount === 0,
    );
    const ours = async () =>
      String(await client.call('CLIENT', 'LIST'))
        .trim()
        .split('\n').length === 1;
    await eventually('no connection to Redis but ours', ours);
  } catch (error) {
    complain(`connections are left: ${(error as Error).message}`);
  } finally {
    client.disconnect();
  }
}
