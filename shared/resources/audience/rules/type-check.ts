// Types a rule tree: finds the fields that its rules name, and checks that each operator and each value fits its field.
// The caller says which fields exist, so that trees about other things than contacts use the same code.
import { type DomainError, notFound, readEach } from '../../../contract/domain-error.ts';
import {
  OPERATORS_OF_TYPE,
  ORDER_OPERATORS,
  type RuleFieldType,
  type RuleValue,
  SAME_OPERATORS,
} from '../../../contract/rules/values.ts';
import { isUuidV7 } from '../../../platform/time/ids.ts';
import { comparableOf, isComparable } from './comparable.ts';
import { refuseRule, shownInRefusal } from './read.ts';
import type { FindRuleField, GivenRule, RuleField, RuleTree, TypedRule, TypedTree } from './rule.ts';

/** The form of a value, to complete "`filter.value` must be …". */
const VALUE_WORDS: Readonly<Record<Exclude<RuleFieldType, 'choice'>, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date or time in ISO 8601, such as `2026-11-20` or `2026-11-20T12:00:00Z`',
  days: 'a number of days',
  member: 'an id',
  any: 'absent',
};

/**
 * Types a tree.
 * @param path the name of the tree in refusals: `filter`
 * @throws DomainError `validation_error` that names the path of the fault; `not_found` for what a field names
 */
export function typeRules<Ref>(tree: RuleTree, path: string, findField: FindRuleField<Ref>): TypedTree<Ref> {
  switch (tree.type) {
    case 'rule':
      return typeRule(tree, path, findField);
    case 'not':
      return { type: 'not', rule: typeRules(tree.rule, `${path}.rule`, findField) };
    default: {
      const { type } = tree;
      const rules = readEach(tree.rules, (rule, index) =>
        typeRules(rule, `${path}.rules[${index}]`, findField),
      );
      return { type, rules };
    }
  }
}

function typeRule<Ref>(rule: GivenRule, path: string, findField: FindRuleField<Ref>): TypedRule<Ref> {
  const { operator } = rule;
  const field = findField(rule.field);
  if ('refusal' in field) throw refuseRule(`${path}.field`, field.refusal);
  if ('missing' in field) throw notFound(field.missing, { field: `${path}.field` });
  if (!OPERATORS_OF_TYPE[field.type].includes(operator)) throw refuseOperator(field, rule, path);
  const { ref } = field;
  const fieldType = field.type === 'any' ? comparedType(rule) : field.type;
  const value = storedValue(fieldType, field.choices, rule.value, `${path}.value`);
  const given = { ...rule, field: field.name ?? rule.field, ...(value !== undefined && { value }) };
  const operand = value === undefined ? undefined : comparableOf(fieldType, value);
  return { type: 'rule', given, fieldType, ref, operator, operand };
}

function refuseOperator<Ref>(
  { type }: RuleField<Ref>,
  { field, operator }: GivenRule,
  path: string,
): DomainError {
  const known = OPERATORS_OF_TYPE[type].join(', ');
  return refuseRule(`${path}.operator`, `is ${operator}, but ${shownInRefusal(field)} supports ${known}`);
}

/** The type with which an untyped field is compared; `any` if only its presence matters. */
function comparedType({ operator, value }: GivenRule): RuleFieldType {
  if (value === undefined) return 'any';
  const isOrder = ORDER_OPERATORS.some((each) => each === operator);
  if (isOrder) return typeof value === 'number' ? 'number' : 'date';
  const isSame = SAME_OPERATORS.some((each) => each === operator);
  if (!isSame || typeof value === 'string') return 'text';
  return typeof value === 'number' ? 'number' : 'boolean';
}

/** @returns the stored form of the value */
function storedValue(
  type: RuleFieldType,
  choices: readonly string[] = [],
  value: RuleValue | undefined,
  path: string,
): RuleValue | undefined {
  if (value === undefined) return undefined;
  if (!isValueOf(type, choices, value)) {
    throw refuseRule(
      path,
      `must be ${type === 'choice' ? `one of ${choices.join(', ')}` : VALUE_WORDS[type]}`,
    );
  }
  return type === 'member' ? String(value).toLowerCase() : value;
}

function isValueOf(type: RuleFieldType, choices: readonly string[], value: RuleValue): boolean {
  if (type === 'choice') return choices.includes(String(value));
  if (type === 'member') return typeof value === 'string' && isUuidV7(value);
  return isComparable(type, value);
}
