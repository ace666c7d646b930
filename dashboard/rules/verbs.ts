// What a rule says of its field, in words: an operator, and for yes, no and choices the value with it. Pure.
import {
  OPERATORS_OF_TYPE,
  type RuleFieldType,
  type RuleOperator,
  type RuleValue,
  takesValue,
} from '../../shared/contract/rules/values.ts';
import type { RecordFields, RuleField } from './rule-fields.ts';
import type { RuleNode } from './rules.ts';

/** One of the things that a rule can say. */
export interface Verb {
  id: string;
  operator: RuleOperator;
  /** The value that it has already; undefined: a value follows, or it takes none. */
  value?: RuleValue;
  label: string;
  /** Whether one has to write or choose a value. */
  isOpen: boolean;
  /** After the value: "days ago, or never". */
  unit?: string;
}

type Words = Partial<Record<RuleOperator, string>>;

const WORDS: Readonly<Record<RuleOperator, string>> & Readonly<Record<string, string>> = {
  eq: 'is',
  neq: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  exists: 'has a value',
  is_empty: 'is empty',
};

const WORDS_OF_TYPE: Partial<Record<RuleFieldType, Words>> = {
  // A date alone is its first moment, so these are right for days and for times.
  date: { eq: 'is exactly', gt: 'is after', gte: 'is from', lt: 'is before', lte: 'is up to' },
  days: {
    eq: 'exactly',
    neq: 'not exactly',
    gt: 'more than',
    gte: 'at least',
    lt: 'less than',
    lte: 'at most',
    exists: 'at any time',
    is_empty: 'never',
  },
  member: { eq: 'is in', neq: 'is not in' },
};

/** Who never did it has done so infinitely long ago (docs/reference/segments.md#engagement). */
const OR_NEVER: ReadonlySet<RuleOperator> = new Set(['neq', 'gt', 'gte']);

/** An operator of a field that is not known. */
export function operatorWords(operator: string): string {
  return Object.hasOwn(WORDS, operator) ? (WORDS[operator] ?? operator) : operator.replaceAll('_', ' ');
}

/** What can be said of a field, in the order of a list. @param it what a choice is of: "it", or a name in a sentence */
export function verbsOf(field: RuleField, it = 'it'): Verb[] {
  const { type } = field;
  if (type === 'choice') return verbsOfChoice(field, it);
  const verbs = OPERATORS_OF_TYPE[type].map((operator) => verbOf(type, operator));
  return type === 'boolean' ? [...YES_OR_NO, ...verbs.filter(({ isOpen }) => !isOpen)] : verbs;
}

function verbOf(type: RuleFieldType, operator: RuleOperator): Verb {
  const label = WORDS_OF_TYPE[type]?.[operator] ?? WORDS[operator];
  const isOpen = takesValue(operator);
  const unit = type === 'days' && isOpen ? unitOfDays(operator) : undefined;
  return { id: operator, operator, label, isOpen, ...(unit !== undefined && { unit }) };
}

const unitOfDays = (operator: RuleOperator) => (OR_NEVER.has(operator) ? 'days ago, or never' : 'days ago');

/** Neither yes nor no is what has no value. */
const YES_OR_NO: readonly Verb[] = [
  fixedVerb('eq', true, 'is yes'),
  fixedVerb('eq', false, 'is no'),
  fixedVerb('neq', true, 'is not yes'),
  fixedVerb('neq', false, 'is not no'),
];

function verbsOfChoice({ choices = [] }: RuleField, it: string): Verb[] {
  const all = [
    ...choices.map(({ value, is }) => fixedVerb('eq', value, is(it))),
    ...choices.map(({ value, isNot }) => fixedVerb('neq', value, isNot(it))),
  ];
  // That a topic is not `opt_out` says the same as that it is `opt_in`: one of both is offered.
  return all.filter(({ label }, index) => all.findIndex((other) => other.label === label) === index);
}

function fixedVerb(operator: RuleOperator, value: RuleValue, label: string): Verb {
  return { id: `${operator} ${value}`, operator, value, label, isOpen: false };
}

/** What a rule says. @returns undefined: its field cannot say so, or not with this value */
export function verbOfRule(field: RuleField, { operator, value }: RuleNode, it?: string): Verb | undefined {
  const verbs = verbsOf(field, it);
  const same = verbs.find(
    (verb) => verb.operator === operator && (verb.value === undefined || verb.value === value),
  );
  if (same || field.type !== 'choice') return same;
  const choice = field.choices?.find((each) => each.value === value);
  const label = operator === 'neq' ? choice?.isNot(it ?? 'it') : undefined;
  return verbs.find((verb) => verb.label === label);
}

/** A rule that says something else. */
export function sayVerb(rule: RuleNode, verb: Verb, before: Verb | undefined): RuleNode {
  const { operator } = verb;
  const value = verb.isOpen ? (before?.isOpen === false ? undefined : rule.value) : verb.value;
  return { ...rule, operator, value };
}

/** A rule about another field: it says the same and of the same value, if it can. */
export function aboutField(rule: RuleNode, before: RuleField | undefined, field: RuleField): RuleNode {
  const hasSameType = before?.type === field.type && field.type !== 'choice';
  const kept = hasSameType ? verbOfRule(field, rule) : undefined;
  if (kept) return { ...rule, field: field.name };
  const [first] = verbsOf(field);
  return { ...rule, field: field.name, operator: first?.operator ?? 'eq', value: first?.value };
}

/** A rule about another record of the same kind, or about the first one. */
export function aboutRecord(rule: RuleNode, id: string, { prefix, first, isAlike }: RecordFields): RuleNode {
  const field = `${prefix}${id}`;
  const keeps = isAlike && rule.value !== undefined && rule.field.startsWith(prefix);
  return keeps ? { ...rule, field } : { ...rule, field, operator: 'eq', value: first };
}
