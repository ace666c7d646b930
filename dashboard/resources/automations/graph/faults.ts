// What keeps a graph from being saved, at its step, and the step that a refusal of the API is about. Pure.
import { SCHEDULE_TRIGGER } from '../../../../shared/contract/automations/values.ts';
import type { RuleFault } from '../../../rules/faults.ts';
import type { RuleFields } from '../../../rules/rule-fields.ts';
import { type EditedGraph, keysFrom, waysIn } from './graph.ts';
import { configFaults } from './step-forms.ts';

/** A fault, at the path that the API would name: `steps[2].config.duration`. */
export interface GraphFault extends RuleFault {
  /** The key of the step, or of the trigger. */
  key: string;
}

/** The faults that can be known without the API, in the order of the steps; while there is one, nothing is saved. */
export function graphFaults(graph: EditedGraph, fields: RuleFields): GraphFault[] {
  const reached = keysFrom(graph.trigger.key, waysIn(graph));
  const ofSteps = graph.steps.flatMap(({ key, type, config }, index): GraphFault[] => {
    const field = `steps[${index + 1}]`;
    const lost = { key, field, message: 'Nothing leads to this step. Connect it, or delete it.' };
    const faults = configFaults(type, config, `${field}.config`, fields);
    return [...(reached.has(key) ? [] : [lost]), ...faults.map((fault) => ({ ...fault, key }))];
  });
  return [...triggerFaults(graph), ...ofSteps];
}

/**
 * Finds the subject of a refusal.
 * @param field as the API names it in the answer to `graphBody`
 * @returns the key of the step or of the trigger, and where in it: `config.duration`; undefined: it is about no step
 */
export function faultyStep(
  { trigger, steps, connections }: EditedGraph,
  field: string,
): { key: string; part: string } | undefined {
  const [, list, digits, part = ''] = /^(steps|connections)[.[](\d+)\]?\.?(.*)$/.exec(field) ?? [];
  if (list === undefined) return field.startsWith('trigger') ? { key: trigger.key, part: field } : undefined;
  const index = Number(digits);
  const key = list === 'steps' ? [trigger, ...steps][index]?.key : connections[index]?.from;
  return key === undefined ? undefined : { key, part: list === 'steps' ? part : '' };
}

function triggerFaults({ trigger: { key, config } }: EditedGraph): GraphFault[] {
  const { event_name, at = '', timezone = '' } = config;
  if (event_name.trim() === '')
    return [{ key, field: 'steps[0].config.event_name', message: 'Choose the event that starts it.' }];
  if (event_name !== SCHEDULE_TRIGGER) return [];
  return [
    ...(timezone === '' ? [{ key, field: 'trigger_config.timezone', message: 'Choose a time zone.' }] : []),
    ...(at === '' ? [{ key, field: 'trigger_config.at', message: 'Choose a time.' }] : []),
  ];
}
