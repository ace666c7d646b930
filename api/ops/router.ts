// Routes of the operators' pages: /metrics and /ops. Until OPS_TOKEN is set they answer 404, so that no client can see
// that they exist.
import { Router } from 'express';
import { createFailedLogins } from '../../shared/platform/security/failed-logins.ts';
import type { ApiDeps } from '../deps.ts';
import { refuseUnknownRoute } from '../middleware/errors.ts';
import { setRouteLabel } from '../middleware/measure.ts';
import { securePages } from '../middleware/security-headers.ts';
import type { WorkReading } from '../public/dashboard-page/work-reading.ts';
import { createOpsAccess } from '../sessions/operator-access.ts';
import { showNotice } from './board-notice.ts';
import { type OpsSignIn, requireOperator } from './guard.ts';
import { loginRouter } from './login.ts';
import { BOARD_PATH, createQueuesBoard } from './queues-board.ts';
import { workRowsRouter } from './work-rows.ts';

/** Routes of operators. */
export function opsRouter(deps: ApiDeps, work: WorkReading): Router {
  const { config, clock, metrics, queues } = deps;
  const router = Router();
  const paths = ['/ops', '/metrics'];
  const { opsToken, publicUrl } = config;
  if (opsToken === undefined) return router.use(paths, refuseUnknownRoute);

  const signIn: OpsSignIn = {
    access: createOpsAccess(opsToken),
    failedLogins: createFailedLogins(clock),
    clock,
    publicUrl,
  };
  router.use(paths, securePages(), setRouteLabel('/ops'));
  router.use(loginRouter(signIn));
  router.use(paths, requireOperator(signIn));
  router.get('/metrics', setRouteLabel('/metrics'), async (_request, response) => {
    response.set('Content-Type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  router.use(workRowsRouter(work));
  router.use(BOARD_PATH, showNotice(), createQueuesBoard(queues));
  return router.use(paths, refuseUnknownRoute);
}
