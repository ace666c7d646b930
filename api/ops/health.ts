// What a platform's probes ask, without a key. /healthz: this process runs. /readyz: it may be given requests.
import { Router } from 'express';
import type { Readiness } from '../../shared/health.ts';
import { nameRoute } from '../middleware/measure.ts';

/** Routes of the probes. */
export function healthRouter(readiness: Readiness): Router {
  const router = Router();
  router.get('/healthz', nameRoute('/healthz'), (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', nameRoute('/readyz'), async (_request, response) => {
    const { ready, checks } = await readiness.check();
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'unavailable', checks });
  });
  return router;
}
