// JSON forms of automations (docs/reference/automations.md#the-automation-record).
import type {
  Automation,
  AutomationSummary,
} from '../../../shared/resources/flows/automations/automation.ts';
import type { GraphStep } from '../../../shared/resources/flows/automations/graph/graph.ts';
import { showGraph } from '../../../shared/resources/flows/automations/graph/show-graph.ts';
import type { AutomationHealth } from '../../../shared/resources/flows/automations/stats/find-health.ts';

/** The health of an automation that is new, or that was deleted since it was read. */
const NO_RUNS: AutomationHealth = { running: 0, failed: 0, lastFailedAt: null };

/** An item of GET /automations. */
export function toAutomationItem(automation: AutomationSummary, health?: AutomationHealth) {
  const { id, name, status, domain, trigger, createdAt, updatedAt } = automation;
  return {
    id,
    name,
    status,
    domain,
    trigger,
    health: toHealth(health),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

/** The answer of POST /automations, GET and PATCH /automations/:id, and POST /automations/:id/duplicate. */
export function toAutomation(automation: Automation, health?: AutomationHealth) {
  const { steps, connections } = showGraph(automation);
  return {
    object: 'automation',
    id: automation.id,
    audience_id: automation.audienceId,
    domain: automation.domain,
    name: automation.name,
    trigger: automation.trigger,
    status: automation.status,
    trigger_config: automation.triggerConfig,
    trigger_key: automation.triggerKey,
    reentry: automation.reentry,
    answers: automation.answers,
    steps,
    connections,
    health: toHealth(health),
    created_at: automation.createdAt.toISOString(),
    updated_at: automation.updatedAt.toISOString(),
  };
}

function toHealth({ running, failed, lastFailedAt } = NO_RUNS) {
  return { running, failed_24h: failed, last_failed_at: lastFailedAt?.toISOString() ?? null };
}

/** The answer of POST /automations/:id/steps and PATCH /automations/:id/steps/:stepId. */
export function toAutomationStep({ id, key, type, position, config }: GraphStep) {
  return { id, key, type, position, config };
}
