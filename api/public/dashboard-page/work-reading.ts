// The rows of work of each queue, the destinations that rest and the providers, read once for all pages that show them: the board of the
// queues and the dashboard.
import { isDirect } from '../../../shared/platform/config/mx-settings.ts';
import { type CachedReading, createCachedReading } from '../../../shared/platform/metrics/cached-reading.ts';
import { listRests, type RestingDestination } from '../../../shared/resources/messaging/destinations/list.ts';
import {
  listShownProviders,
  type ShownProvider,
} from '../../../shared/resources/messaging/providers/shown.ts';
import { readWorkReport, type WorkReport } from '../../../shared/resources/work-report.ts';
import type { ApiDeps } from '../../deps.ts';

/** All pages that are open share one reading a second. */
const TTL_MS = 1_000;
const TIMEOUT_MS = 3_000;

/** The contents of pages for operators. */
interface WorkOnPages {
  data: WorkReport[];
  /** The destinations that rest, and hold the rows that wait for them. */
  resting: RestingDestination[];
  /** The providers that send our mail, those that accept none first. */
  providers: ShownProvider[];
}

/** The rows of work, at most a second old. */
export type WorkReading = CachedReading<WorkOnPages>;

/** Creates the reading of a process. */
export function createWorkReading({
  database,
  clock,
  log,
  config,
}: Pick<ApiDeps, 'database' | 'clock' | 'log' | 'config'>): WorkReading {
  return createCachedReading({
    name: 'work for the board',
    async read() {
      const now = clock.now();
      return {
        data: await readWorkReport(database, now),
        resting: await listRests(database, now),
        providers: await listShownProviders(database, { now, isDirect: isDirect(config) }),
      };
    },
    log,
    ttlMs: TTL_MS,
    timeoutMs: TIMEOUT_MS,
  });
}
