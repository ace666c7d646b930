// Health probes for a platform, without a key. Liveness, /healthz: this process runs. Readiness, /readyz: this process
// can serve requests.

import { Router } from 'express';
import type { Readiness } from '../../shared/platform/health/health.ts';
import { SERVICE_VERSION as version } from '../../shared/platform/process/version.ts';
import { answerJson } from '../answer.ts';
import { setRouteLabel } from '../middleware/measure.ts';

/** Routes of the probes. */
export function healthRouter(readiness: Readiness): Router {
  const router = Router();
  router.get('/healthz', setRouteLabel('/healthz'), (_request, response) => {
    answerJson(response, { status: 'ok', version });
  });
  router.get('/readyz', setRouteLabel('/readyz'), async (_request, response) => {
    const { ready, checks } = await readiness.check();
    answerJson(response, { status: ready ? 'ready' : 'unavailable', version, checks }, ready ? 200 : 503);
  });
  return router;
}
