// What keeps a tree from being asked: rules that are not finished, or that the API would refuse.
import type { RuleFields } from './rule-fields.ts';

/** How large a tree may be: FILTER_RULES_MAX and FILTER_DEPTH_MAX of a filter. */
export interface RuleTreeLimits {
  rules: number;
  depth: number;
}

/** A fault, at the path that the API would name: `filter.rules[0].value`. */
export interface RuleFault {
  field: string;
  message: string;
}

/** The faults of a filter that can be known without the API; while there is one, there is nothing to preview. */
export function ruleFaults(
  _filter: unknown,
  _path: string,
  _fields: RuleFields,
  _limits: RuleTreeLimits,
): RuleFault[] {
  return [];
}
