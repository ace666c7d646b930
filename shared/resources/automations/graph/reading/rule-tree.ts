// Reads the rules of conditions and of filters of waits.
import { AUTOMATION_RULES_DEPTH_MAX, AUTOMATION_RULES_MAX } from '../../../../contract/limits.ts';
import { readRules } from '../../../rules/read.ts';
import type { RuleTree } from '../../../rules/rule.ts';
import { fieldOf, fieldPath, requireFields } from './fields.ts';

const LIMITS = { rules: AUTOMATION_RULES_MAX, depth: AUTOMATION_RULES_DEPTH_MAX };
const NODES = ['type', 'field', 'and', 'or', 'not'];

/** Reads a tree, which may be in `rule`. @throws DomainError `validation_error` that names the path of the fault */
export function readRuleTree(given: unknown, path: string): RuleTree {
  const fields = requireFields(given, path);
  const rule = fieldOf(fields, 'rule');
  const isWrapper = rule !== undefined && NODES.every((name) => fieldOf(fields, name) === undefined);
  return isWrapper ? readRules(rule, fieldPath(path, 'rule'), LIMITS) : readRules(fields, path, LIMITS);
}

/** The names of the fields of all rules of a tree. */
export function ruleFieldsIn(tree: RuleTree): string[] {
  if (tree.type === 'rule') return [tree.field];
  return tree.type === 'not' ? ruleFieldsIn(tree.rule) : tree.rules.flatMap(ruleFieldsIn);
}
