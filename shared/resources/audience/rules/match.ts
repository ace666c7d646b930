// Decides whether facts in memory meet a rule tree: the evaluator without SQL; the other one is condition.ts.

import type { RuleOperator, RuleValue } from '../../../contract/rules/values.ts';
import { comparableOf } from './comparable.ts';
import type { TypedRule, TypedTree } from './rule.ts';

/** The value of a field; undefined: missing. Of a `member` field the ids that it has; of a `choice` it may be several. */
export type Fact = RuleValue | Date | ReadonlySet<string> | undefined;

/** Whether facts meet a tree. @param factOf reads the value of a field */
export function meetsRules<Ref>(tree: TypedTree<Ref>, factOf: (ref: Ref) => Fact): boolean {
  switch (tree.type) {
    case 'and':
      return tree.rules.every((rule) => meetsRules(rule, factOf));
    case 'or':
      return tree.rules.some((rule) => meetsRules(rule, factOf));
    case 'not':
      return !meetsRules(tree.rule, factOf);
    case 'rule':
      return meetsRule(tree, factOf(tree.ref));
  }
}

function meetsRule<Ref>({ fieldType, operator, operand }: TypedRule<Ref>, fact: Fact): boolean {
  if (fieldType === 'member' || fact instanceof Set) return isMember(fact, operand) === (operator === 'eq');
  const value = comparableOf(fieldType, fact);
  if (operator === 'is_empty') return value === undefined || value === '';
  if (operator === 'neq') return value !== operand;
  if (operator === 'exists') return value !== undefined;
  const compared = value ?? (fieldType === 'days' ? Number.POSITIVE_INFINITY : undefined);
  return compared !== undefined && operand !== undefined && COMPARE[operator](compared, operand);
}

function isMember(fact: Fact, operand: RuleValue | undefined): boolean {
  return fact instanceof Set && fact.has(operand);
}

const COMPARE: Record<
  Exclude<RuleOperator, 'neq' | 'exists' | 'is_empty'>,
  (value: RuleValue, operand: RuleValue) => boolean
> = {
  eq: (value, operand) => value === operand,
  gt: (value, operand) => value > operand,
  gte: (value, operand) => value >= operand,
  lt: (value, operand) => value < operand,
  lte: (value, operand) => value <= operand,
  contains: (value, operand) => String(value).includes(String(operand)),
  starts_with: (value, operand) => String(value).startsWith(String(operand)),
  ends_with: (value, operand) => String(value).endsWith(String(operand)),
};
