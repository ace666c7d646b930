// The rows of work behind the queues: as JSON at /ops/work, and the script that shows them in the notice of the board.
import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { createCachedReading } from '../../shared/platform/metrics/cached-reading.ts';
import { readWorkReport } from '../../shared/resources/work-report.ts';
import { answerJson } from '../answer.ts';
import type { ApiDeps } from '../deps.ts';

/** Where the page loads its script from. */
export const NOTICE_SCRIPT_PATH = '/ops/board-notice.js';
const NOTICE_SCRIPT_FILE = fileURLToPath(new URL('page/board-notice.js', import.meta.url));
/** All pages that are open share one reading a second. */
const TTL_MS = 1_000;
const TIMEOUT_MS = 3_000;

/** Routes for signed-in operators. */
export function workRowsRouter({
  database,
  clock,
  log,
}: Pick<ApiDeps, 'database' | 'clock' | 'log'>): Router {
  const router = Router();
  const reading = createCachedReading({
    name: 'work for the board',
    read: () => readWorkReport(database, clock.now()),
    log,
    ttlMs: TTL_MS,
    timeoutMs: TIMEOUT_MS,
  });
  router.get('/ops/work', async (_request, response) => {
    const data = await reading.latest();
    if (data) answerJson(response, { object: 'list', data });
    else answerJson(response, { status: 'unavailable' }, 503);
  });
  router.get(NOTICE_SCRIPT_PATH, (_request, response) => {
    response.sendFile(NOTICE_SCRIPT_FILE);
  });
  return router;
}
