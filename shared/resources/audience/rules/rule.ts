// The types of a rule tree: conditions on the fields of something, such as a contact. A tree is read once (read.ts:
// structure and limits) and typed once against the fields that exist (type-check.ts). A typed tree has two evaluators
// that agree: condition.ts makes a condition of SQL of it, match.ts decides about facts in memory.
import type { RULE_GROUPS, RuleFieldType, RuleOperator, RuleValue } from '../../../contract/rules/values.ts';

/** A rule in its stored form, which is also that of answers. `exists` and `is_empty` have no value. */
export interface GivenRule {
  type: 'rule';
  field: string;
  operator: RuleOperator;
  value?: RuleValue;
}

/** A tree in the form in which it is stored and answered: plain JSON. */
export type RuleTree =
  | GivenRule
  | { type: (typeof RULE_GROUPS)[number]; rules: RuleTree[] }
  | { type: 'not'; rule: RuleTree };

/** A field that rules may name. `Ref` is what the evaluators need to find its value. */
export interface RuleField<Ref> {
  type: RuleFieldType;
  ref: Ref;
  /** The stored name, if a client may write it in several ways. */
  name?: string;
  /** The possible values of a `choice`. */
  choices?: readonly string[];
}

/** Finds a field by its name. @returns or why rules cannot name it, to complete "`field` …"; or what it names that is not there */
export type FindRuleField<Ref> = (name: string) => RuleField<Ref> | { refusal: string } | { missing: string };

/** A rule whose field is known and whose value fits it. */
export interface TypedRule<Ref> {
  type: 'rule';
  /** The stored rule. */
  given: GivenRule;
  fieldType: RuleFieldType;
  ref: Ref;
  operator: RuleOperator;
  /** The value in the form in which it is compared (comparable.ts); undefined for `exists` and `is_empty`. */
  operand: RuleValue | undefined;
}

/** A tree that evaluators understand. */
export type TypedTree<Ref> =
  | TypedRule<Ref>
  | { type: (typeof RULE_GROUPS)[number]; rules: TypedTree<Ref>[] }
  | { type: 'not'; rule: TypedTree<Ref> };

/** All rules of a tree. */
export function rulesOf<Ref>(tree: TypedTree<Ref>): TypedRule<Ref>[] {
  if (tree.type === 'rule') return [tree];
  return tree.type === 'not' ? rulesOf(tree.rule) : tree.rules.flatMap((rule) => rulesOf(rule));
}

/** All rules of a tree, with their paths in refusals. @param path of the tree: `filter` */
export function pathsOfRules<Ref>(
  tree: TypedTree<Ref>,
  path: string,
): { rule: TypedRule<Ref>; path: string }[] {
  if (tree.type === 'rule') return [{ rule: tree, path }];
  if (tree.type === 'not') return pathsOfRules(tree.rule, `${path}.rule`);
  return tree.rules.flatMap((rule, index) => pathsOfRules(rule, `${path}.rules[${index}]`));
}

/** The stored names of the fields in a tree. */
export function ruleFieldNames(tree: RuleTree): string[] {
  if (tree.type === 'rule') return [tree.field];
  return tree.type === 'not' ? ruleFieldNames(tree.rule) : tree.rules.flatMap((rule) => ruleFieldNames(rule));
}

/** A tree with other trees instead of some of its rules. */
export function replaceRules<Ref>(
  tree: TypedTree<Ref>,
  replace: (rule: TypedRule<Ref>) => TypedTree<Ref>,
): TypedTree<Ref> {
  if (tree.type === 'rule') return replace(tree);
  if (tree.type === 'not') return { type: 'not', rule: replaceRules(tree.rule, replace) };
  return { type: tree.type, rules: tree.rules.map((rule) => replaceRules(rule, replace)) };
}

/** The form of a tree that is stored and answered. */
export function givenRules<Ref>(tree: TypedTree<Ref>): RuleTree {
  if (tree.type === 'rule') return tree.given;
  if (tree.type === 'not') return { type: 'not', rule: givenRules(tree.rule) };
  return { type: tree.type, rules: tree.rules.map((rule) => givenRules(rule)) };
}
