// The rules of conditions and of filters of waits: their schema, and what they name.
import { AUTOMATION_RULES_DEPTH_MAX, AUTOMATION_RULES_MAX } from '../../../../contract/limits.ts';
import { readRules, refuseRule } from '../../../audience/rules/read.ts';
import type { RuleTree } from '../../../audience/rules/rule.ts';
import { ruleSchema } from '../../../audience/rules/schema.ts';
import { fieldOf, type GivenFields } from '../graph/reading/fields.ts';

const LIMITS = { rules: AUTOMATION_RULES_MAX, depth: AUTOMATION_RULES_DEPTH_MAX };
const NODES = ['type', 'field', 'and', 'or', 'not'];

/** A tree, which may be in `rule`. Null is absent. */
export const ruleTreeSchema = ruleSchema({
  id: 'AutomationRule',
  fields:
    'For a rule: the value of the run, such as `event.total`, `contact.email` or `contact.properties.<key>`',
  rulesMax: AUTOMATION_RULES_MAX,
  takesNulls: true,
  read(given, path) {
    const place = ['', ...path].join('.');
    if (!isFields(given)) throw refuseRule(place, 'must be an object');
    const isWrapper = NODES.every((name) => fieldOf(given, name) === undefined);
    const rule = isWrapper ? fieldOf(given, 'rule') : undefined;
    return rule === undefined ? readRules(given, place, LIMITS) : readRules(rule, `${place}.rule`, LIMITS);
  },
}).empty(null);

function isFields(given: unknown): given is GivenFields {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** The names of the fields of all rules of a tree. */
export function ruleFieldsIn(tree: RuleTree): string[] {
  if (tree.type === 'rule') return [tree.field];
  return tree.type === 'not' ? ruleFieldsIn(tree.rule) : tree.rules.flatMap(ruleFieldsIn);
}
