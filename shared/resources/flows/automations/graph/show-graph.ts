// The JSON form of a graph: the trigger is its first step, without id and position. It can be sent again.
import type { Automation } from '../automation.ts';
import { type Connection, type GraphStep, TRIGGER_KEY } from './graph.ts';

/** The trigger as a step. */
export interface ShownTrigger {
  key: string;
  type: 'trigger';
  /** Also has the fields of the trigger's own config. */
  config: { event_name: string; domain: string; at?: string; timezone?: string };
}

/** The steps and connections of an automation in answers. */
export interface ShownGraph {
  steps: [ShownTrigger, ...GraphStep[]];
  connections: Connection[];
}

/** Shows the graph of an automation. */
export function showGraph({
  domain,
  trigger,
  triggerKey,
  triggerConfig,
  graph,
}: Pick<Automation, 'domain' | 'trigger' | 'triggerKey' | 'triggerConfig' | 'graph'>): ShownGraph {
  const config = { event_name: trigger, domain, ...triggerConfig };
  return {
    steps: [{ key: triggerKey ?? TRIGGER_KEY, type: 'trigger', config }, ...graph.steps],
    connections: graph.connections,
  };
}
