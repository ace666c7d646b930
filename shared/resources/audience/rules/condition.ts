// Makes a condition of SQL of a rule tree: the other evaluator is match.ts. No text of a client is ever part of the
// SQL; values are parameters. The condition is true exactly where match.ts says so, and otherwise false or NULL: a
// missing field is NULL, and NULL counts as false, so only `not`, `neq` and `is_empty` have to look for it.

import type { RuleFieldType, RuleOperator, RuleValue } from '../../../contract/rules/values.ts';
import { type DaysAgo, daysAgoOf } from './days-ago.ts';
import { rulesOf, type TypedRule, type TypedTree } from './rule.ts';

/** How the fields of a tree are read in SQL. */
export interface RuleColumns<Ref> {
  /** SQL of a field's value, NULL if it is missing; of a date, a timestamp in UTC that is cut to milliseconds. */
  valueOf(ref: Ref): string;
  /** SQL of whether a `choice` is this value, or a `member` has it: true or false. */
  isValue(ref: Ref, value: string): string;
  /** SQL of whether the last day of a `days` is so many days ago: true or false. */
  isWithin(ref: Ref, daysAgo: DaysAgo): string;
  /** The cost of reading a field, for each row, compared with other fields. */
  costOf(ref: Ref): number;
  /** Adds a value to the statement. @returns its placeholder, such as `$3` */
  parameter(value: unknown): string;
}

/** The SQL condition of a tree. */
export function conditionOf<Ref>(tree: TypedTree<Ref>, columns: RuleColumns<Ref>): string {
  if (tree.type === 'rule') return `(${conditionOfRule(tree, columns)})`;
  if (tree.type === 'not') return `(${conditionOf(tree.rule, columns)} IS NOT TRUE)`;
  const { lists, others } = takeLists(tree.type, tree.rules);
  // Postgres evaluates from left to right and stops once the answer is known, so cheap conditions are first.
  const conditions = [
    ...lists.map((rules) => ({ rules, sql: conditionOfList(rules, columns) })),
    ...others.map((other) => ({ rules: rulesOf(other), sql: conditionOf(other, columns) })),
  ].sort((a, b) => costOf(a.rules, columns) - costOf(b.rules, columns));
  return `(${conditions.map(({ sql }) => sql).join(` ${tree.type.toUpperCase()} `)})`;
}

function costOf<Ref>(rules: readonly TypedRule<Ref>[], columns: RuleColumns<Ref>): number {
  return rules.reduce((sum, { ref }) => sum + columns.costOf(ref), 0);
}

/** Types of fields that can be one of a list. */
const LISTED: ReadonlySet<RuleFieldType> = new Set(['text', 'number', 'date']);

/**
 * Takes out the rules that together ask whether a field is one of several values (`or` of `eq`), or none of them (`and`
 * of `neq`): Postgres looks the value up in a hash table, in place of comparing it with each. Ten texts take 0.15 s of a
 * million contacts, one by one 0.65 s.
 */
function takeLists<Ref>(type: 'and' | 'or', trees: readonly TypedTree<Ref>[]) {
  const byField = new Map<string, TypedRule<Ref>[]>();
  const others: TypedTree<Ref>[] = [];
  for (const tree of trees) {
    const isListed = tree.type === 'rule' && tree.operator === (type === 'or' ? 'eq' : 'neq');
    if (!isListed || !LISTED.has(tree.fieldType)) others.push(tree);
    else byField.set(tree.given.field, [...(byField.get(tree.given.field) ?? []), tree]);
  }
  return { lists: [...byField.values()], others };
}

/** @param rules that all have the same field and operator, `eq` or `neq` */
function conditionOfList<Ref>(rules: readonly TypedRule<Ref>[], columns: RuleColumns<Ref>): string {
  const [first] = rules;
  if (!first) throw new Error('A list of rules is empty.');
  if (rules.length === 1) return conditionOf(first, columns);
  const { fieldType, ref, operator } = first;
  const operands = rules.map(({ operand }) => parameterOf(fieldType, operand));
  const list = `${columns.parameter(operands)}::${SQL_TYPES[fieldType]}[]`;
  const isAny = `${comparedValue(fieldType, columns.valueOf(ref))} = ANY(${list})`;
  return operator === 'eq' ? `(${isAny})` : `((${isAny}) IS NOT TRUE)`;
}

function conditionOfRule<Ref>(rule: TypedRule<Ref>, columns: RuleColumns<Ref>): string {
  const { fieldType, ref, operator, operand } = rule;
  if (fieldType === 'choice' || fieldType === 'member') {
    const is = columns.isValue(ref, String(operand));
    return operator === 'eq' ? is : `NOT ${is}`;
  }
  if (fieldType === 'days') {
    const { within, isOpposite } = daysAgoOf(operator, operand);
    const is = within ? columns.isWithin(ref, within) : 'false';
    return isOpposite ? `NOT ${is}` : is;
  }
  const value = columns.valueOf(ref);
  if (operator === 'exists') return `${value} IS NOT NULL`;
  if (operator === 'is_empty')
    return fieldType === 'text' ? `coalesce(${value}, '') = ''` : `${value} IS NULL`;
  if (operand === undefined) throw new Error(`The operator ${operator} has no value.`);
  if (fieldType === 'boolean') return conditionOfFlag(value, operator, operand);
  const placeholder = `${columns.parameter(parameterOf(fieldType, operand))}::${SQL_TYPES[fieldType]}`;
  return compare(operator, comparedValue(fieldType, value), placeholder);
}

/** Without the letter case of A to Z. */
function comparedValue(type: RuleFieldType, value: string): string {
  return type === 'text' ? `lower((${value}) COLLATE "C")` : value;
}

/** Without a comparison, so that Postgres sees whether a join must have a row. */
function conditionOfFlag(value: string, operator: RuleOperator, operand: RuleValue): string {
  if (operator === 'eq') return operand ? value : `NOT ${value}`;
  return `${value} IS NOT ${operand ? 'TRUE' : 'FALSE'}`;
}

const COMPARISONS: Partial<Record<RuleOperator, string>> = {
  eq: '=',
  neq: 'IS DISTINCT FROM',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

function compare(operator: RuleOperator, value: string, operand: string): string {
  switch (operator) {
    case 'contains':
      return `strpos(${value}, ${operand}) > 0`;
    case 'starts_with':
      return `starts_with(${value}, ${operand})`;
    case 'ends_with':
      return `right(${value}, char_length(${operand})) = ${operand}`;
    default:
      return `${value} ${COMPARISONS[operator]} ${operand}`;
  }
}

const SQL_TYPES: Readonly<Record<RuleFieldType, string>> = {
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'timestamp',
  choice: 'text',
  member: 'uuid',
  // Never compared here (days-ago.ts).
  days: 'date',
  // Never compared (type-check.ts).
  any: 'text',
};

/** A value as a parameter. Numbers are texts, because the driver would choose a type for them. */
function parameterOf(type: RuleFieldType, operand: RuleValue | undefined): string {
  return type === 'date' ? timestampOf(Number(operand)) : String(operand);
}

/** The time in UTC, as Postgres reads it: JavaScript writes years after 9999 with a sign and more digits. */
function timestampOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/^\+0*|Z$/g, '');
}
