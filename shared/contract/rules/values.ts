// Rules: the closed sets of words of a rule tree, and which operators fit which type (docs/reference/segments.md#filters).
// Segments filter contacts by such trees, automations decide by them, and the dashboard offers the words in this file.

/** The operators of a rule. The last two take no value. */
export const RULE_OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'starts_with',
  'ends_with',
  'exists',
  'is_empty',
] as const;

/** Nodes that combine several others. */
export const RULE_GROUPS = ['and', 'or'] as const;

/** The operator of a rule. */
export type RuleOperator = (typeof RULE_OPERATORS)[number];

/** A value of a rule, as it was given. */
export type RuleValue = string | number | boolean;

/**
 * The type of a field. Text ignores the letter case of A to Z; a date is a moment, to the millisecond. `choice` is one
 * of a few words, or several of them at once, `member` a set of ids that has the value or not: both know `eq` and `neq` only, and are never missing.
 * `days` is how many UTC days ago something was last done; who never did it has done so infinitely long ago
 * (shared/resources/audience/rules/days-ago.ts).
 * `any` has no type of its own, such as a field of an event: it is compared as what the rule compares it with.
 */
export type RuleFieldType = 'text' | 'number' | 'boolean' | 'date' | 'days' | 'choice' | 'member' | 'any';

/** Whether it is the same: every type knows these. */
export const SAME_OPERATORS = ['eq', 'neq'] as const;
/** The operators for more and for less. */
export const ORDER_OPERATORS = ['gt', 'gte', 'lt', 'lte'] as const;
const PARTS = ['contains', 'starts_with', 'ends_with'] as const;
const PRESENCE = ['exists', 'is_empty'] as const;

/** Type of a field → what a rule may ask of it. */
export const OPERATORS_OF_TYPE: Readonly<Record<RuleFieldType, readonly RuleOperator[]>> = {
  text: [...SAME_OPERATORS, ...PARTS, ...PRESENCE],
  number: [...SAME_OPERATORS, ...ORDER_OPERATORS, ...PRESENCE],
  boolean: [...SAME_OPERATORS, ...PRESENCE],
  date: [...SAME_OPERATORS, ...ORDER_OPERATORS, ...PRESENCE],
  days: [...SAME_OPERATORS, ...ORDER_OPERATORS, ...PRESENCE],
  choice: SAME_OPERATORS,
  member: SAME_OPERATORS,
  any: [...SAME_OPERATORS, ...ORDER_OPERATORS, ...PARTS, ...PRESENCE],
};

/** Whether an operator takes a value; `exists` and `is_empty` take none. */
export function takesValue(operator: RuleOperator): boolean {
  return operator !== 'exists' && operator !== 'is_empty';
}
