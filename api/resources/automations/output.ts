// JSON forms of automations (docs/reference/automations.md#the-automation-record).
import type {
  Automation,
  AutomationSummary,
} from '../../../shared/resources/flows/automations/automation.ts';
import type { GraphStep } from '../../../shared/resources/flows/automations/graph/graph.ts';
import { showGraph } from '../../../shared/resources/flows/automations/graph/show-graph.ts';

/** An item of GET /automations. */
export function toAutomationItem(automation: AutomationSummary) {
  const { id, name, status, domain, trigger, createdAt, updatedAt } = automation;
  return {
    id,
    name,
    status,
    domain,
    trigger,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

/** The answer of POST /automations, GET and PATCH /automations/:id, and POST /automations/:id/duplicate. */
export function toAutomation(automation: Automation) {
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
    created_at: automation.createdAt.toISOString(),
    updated_at: automation.updatedAt.toISOString(),
  };
}

/** The answer of POST /automations/:id/steps and PATCH /automations/:id/steps/:stepId. */
export function toAutomationStep({ id, key, type, position, config }: GraphStep) {
  return { id, key, type, position, config };
}
