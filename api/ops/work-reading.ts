// The rows of work of each queue, and the destinations that rest, read once for all pages that show them: the board of the
// queues and the dashboard.
import { type CachedReading, createCachedReading } from '../../shared/platform/metrics/cached-reading.ts';
import { listRests, type RestingDestination } from '../../shared/resources/messaging/destinations/list.ts';
import { readWorkReport, type WorkReport } from '../../shared/resources/work-report.ts';
import type { ApiDeps } from '../deps.ts';

/** All pages that are open share one reading a second. */
const TTL_MS = 1_000;
const TIMEOUT_MS = 3_000;

/** What pages for operators show. */
interface WorkOnPages {
  data: WorkReport[];
  /** What rests, and holds the rows that wait for it. */
  resting: RestingDestination[];
}

/** The rows of work, as they were a second ago at most. */
export type WorkReading = CachedReading<WorkOnPages>;

/** Creates the reading of a process. */
export function createWorkReading({
  database,
  clock,
  log,
}: Pick<ApiDeps, 'database' | 'clock' | 'log'>): WorkReading {
  return createCachedReading({
    name: 'work for the board',
    async read() {
      const now = clock.now();
      return { data: await readWorkReport(database, now), resting: await listRests(database, now) };
    },
    log,
    ttlMs: TTL_MS,
    timeoutMs: TIMEOUT_MS,
  });
}
