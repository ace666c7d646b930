// The rows of work of the queues: as JSON at /ops/work, and the script that shows them in the notice of the board.
import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { answerJson } from '../answer.ts';
import type { WorkReading } from '../public/dashboard-page/work-reading.ts';

/** The URL of the page's script. */
export const NOTICE_SCRIPT_PATH = '/ops/board-notice.js';
const NOTICE_SCRIPT_FILE = fileURLToPath(new URL('page/board-notice.js', import.meta.url));

/** Routes for signed-in operators. */
export function workRowsRouter(work: WorkReading): Router {
  const router = Router();
  router.get('/ops/work', async (_request, response) => {
    const found = await work.latest();
    if (found) answerJson(response, { object: 'list', ...found });
    else answerJson(response, { status: 'unavailable' }, 503);
  });
  router.get(NOTICE_SCRIPT_PATH, (_request, response) => {
    response.sendFile(NOTICE_SCRIPT_FILE);
  });
  return router;
}
