// Route of POST /automations/:id/simulate: what would become of a contact in an automation.
import { OPERATIONS } from '../../../../shared/contract/operations.ts';
import { simulateAutomation } from '../../../../shared/resources/flows/automations/simulating/simulate.ts';
import { type Resource, route, uuidOf } from '../../../route.ts';
import { simulateAutomationInput, toSimulation } from './input.ts';
import { toSimulationAnswer } from './output.ts';

const params = { id: uuidOf('Automation') };

/** Routes of simulations of automations. */
export const automationSimulationRoutes: Resource = [
  route(
    OPERATIONS.simulateAutomation,
    { params, body: simulateAutomationInput },
    async ({ deps, caller: { accountId }, params: { id }, body }) => {
      const { simulatorDomains, developmentDomain } = deps.config;
      const domains = { simulatorDomains, developmentDomain };
      const request = { path: { accountId, id }, ...toSimulation(body) };
      const now = deps.clock.now();
      return toSimulationAnswer(await simulateAutomation({ ...deps, ...domains }, request, now));
    },
  ),
];
