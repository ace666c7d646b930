// Routes of /automations/:id/stats: the funnel of an automation.
import { OPERATIONS } from '../../../../shared/contract/operations.ts';
import { showStats } from '../../../../shared/resources/flows/automations/stats/show.ts';
import { type Resource, route, uuidOf } from '../../../route.ts';
import { toAutomationStats } from './output.ts';

/** Routes of the figures of automations. */
export const automationStatsRoutes: Resource = [
  route(
    OPERATIONS.getAutomationStats,
    { params: { id: uuidOf('Automation') } },
    async ({ deps, caller: { accountId }, params: { id } }) =>
      toAutomationStats(await showStats(deps, { accountId, id }, deps.clock.now())),
  ),
];
