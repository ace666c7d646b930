// Health probes for a platform, without a key. Liveness, /healthz: this process runs. Readiness, /readyz: this process
// can serve requests.

import { Router } from 'express';
import type { Readiness } from '../../shared/platform/health/health.ts';
import { answerJson } from '../answer.ts';
import { nameRoute } from '../middleware/measure.ts';

/** Routes of the probes. */
export function healthRouter(readiness: Readiness): Router {
  const router = Router();
  router.get('/healthz', nameRoute('/healthz'), (_request, response) => {
    answerJson(response, { status: 'ok' });
  });
  router.get('/readyz', nameRoute('/readyz'), async (_request, response) => {
    const { ready, checks } = await readiness.check();
    answerJson(response, { status: ready ? 'ready' : 'unavailable', checks }, ready ? 200 : 503);
  });
  return router;
}
