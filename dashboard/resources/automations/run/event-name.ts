// The name of the event that a step of a run begins with or waits for. A run has the steps with which it started, and
// answers no config of them: the automation has it, unless it has been changed since.
import type { Automation, AutomationRun } from '../../../api/generated/types.ts';

/** @returns undefined: it is not known */
export function eventNameOf(
  automation: Pick<Automation, 'steps' | 'updated_at'> | undefined,
  run: Pick<AutomationRun, 'started_at'>,
  key: string | null,
): string | undefined {
  if (!automation || new Date(automation.updated_at) > new Date(run.started_at)) return undefined;
  const step = automation.steps.find((each) => each.key === key);
  const config: unknown = step?.config;
  if (typeof config !== 'object' || config === null || !('event_name' in config)) return undefined;
  return typeof config.event_name === 'string' ? config.event_name : undefined;
}
