// What keeps a tree from being asked: rules that are not finished, and what the API would refuse. Faults have the path
// that the API names, so both kinds stand at their rule in the same way. Pure.
import { RULE_TEXT_MAX_LENGTH } from '../../shared/contract/limits.ts';
import type { RuleFieldType } from '../../shared/contract/rules/values.ts';
import { isComparable } from '../../shared/resources/audience/rules/comparable.ts';
import { type RuleField, type RuleFields, recordFieldsOf } from './rule-fields.ts';
import {
  countRules,
  depthOf,
  type GroupNode,
  isGroup,
  type NodePlace,
  placesOf,
  type RuleNode,
  readTree,
} from './rules.ts';
import { verbOfRule, verbsOf } from './verbs.ts';

/** How large a tree may be: FILTER_RULES_MAX and FILTER_DEPTH_MAX of a filter (shared/contract/limits.ts). */
export interface RuleTreeLimits {
  rules: number;
  /** Levels: a rule is one; each `and`, `or` and `not` above it is another. */
  depth: number;
}

/** A fault, at the path that the API would name: `filter.rules[0].value`. */
export interface RuleFault {
  field: string;
  message: string;
}

/** The context of the rules. */
export interface RuleContext {
  /** The name of the tree in refusals of the API: `filter`. */
  path: string;
  fields: RuleFields;
  limits: RuleTreeLimits;
}

/** The faults of a filter that can be known without the API; while there is one, there is nothing to preview. */
export function ruleFaults(filter: unknown, context: RuleContext): RuleFault[] {
  return treeFaults(readTree(filter), context);
}

/** The same as `ruleFaults`, for a parsed tree. */
export function treeFaults(root: GroupNode, { path, fields, limits }: RuleContext): RuleFault[] {
  const places = placesOf(root, path);
  const tooMany = countRules(root) > limits.rules;
  return [
    ...(tooMany ? [{ field: path, message: tooManyWords(limits) }] : []),
    ...places.flatMap((place) => faultsOfPlace(place, fields, limits)),
  ];
}

/** Why an edit is not made; undefined: it is, also while the tree stays as much too large as it was. */
export function refusalOfEdit(
  before: GroupNode,
  after: GroupNode,
  limits: RuleTreeLimits,
): string | undefined {
  const rules = countRules(after);
  const depth = depthOf(after);
  if (rules > limits.rules && rules > countRules(before)) return tooManyWords(limits);
  return depth > limits.depth && depth > depthOf(before) ? tooDeepWords(limits) : undefined;
}

function tooManyWords({ rules }: RuleTreeLimits): string {
  return `You can have at most ${rules} rules.`;
}

function faultsOfPlace(place: NodePlace, fields: RuleFields, limits: RuleTreeLimits): RuleFault[] {
  const { node, path, level, levels } = place;
  // Only the first node that is too deep, and not all below it.
  if (level <= limits.depth && level + levels - 1 > limits.depth) return [tooDeep(path, limits)];
  if (node.kind === 'unknown')
    return [{ field: path, message: 'This page does not know this rule. Remove it.' }];
  if (isGroup(node))
    return node.children.length === 0
      ? [{ field: path, message: 'Add a rule.' }]
      : tooDeepFrom(place, limits);
  const fault = faultOfRule(node, fields);
  return [
    ...tooDeepFrom(place, limits),
    ...(fault ? [{ field: `${path}.${fault.part}`, message: fault.message }] : []),
  ];
}

function tooDeepFrom({ path, level }: NodePlace, limits: RuleTreeLimits): RuleFault[] {
  return level === limits.depth + 1 ? [tooDeep(path, limits)] : [];
}

function tooDeepWords({ depth }: RuleTreeLimits): string {
  return `Rules can be nested at most ${depth} levels deep. “None” of several rules counts as two levels.`;
}

function tooDeep(path: string, limits: RuleTreeLimits): RuleFault {
  return { field: path, message: tooDeepWords(limits) };
}

function faultOfRule(
  rule: RuleNode,
  fields: RuleFields,
): { part: 'field' | 'operator' | 'value'; message: string } | undefined {
  const field = fields.find(rule.field);
  if (!field) return { part: 'field', message: missingField(rule.field, fields) };
  if (field.isReading) return undefined;
  const verb = verbOfRule(field, rule);
  if (!verb) {
    const isKnown = verbsOf(field).some(({ operator }) => operator === rule.operator);
    return { part: isKnown ? 'value' : 'operator', message: 'Choose a condition.' };
  }
  const message = verb.isOpen ? faultOfValue(field, rule) : undefined;
  return message === undefined ? undefined : { part: 'value', message };
}

function missingField(name: string, fields: RuleFields): string {
  if (name === '') return 'Choose what the rule is about.';
  const records = recordFieldsOf(fields, name);
  if (records?.prefix === name) return `Choose ${records.one}.`;
  return records
    ? `This ${records.label.toLowerCase()} no longer exists. Choose another one.`
    : 'This field no longer exists. Choose another one.';
}

const VALUE_WORDS: Partial<Record<RuleFieldType, string>> = {
  number: 'Enter a number, such as 12.5.',
  days: 'Enter a number of days.',
  date: 'Choose a day between the years 1000 and 9999.',
  member: 'Choose a segment.',
};

function faultOfValue({ type }: RuleField, { value }: RuleNode): string | undefined {
  if (value === undefined) return VALUE_WORDS[type] ?? 'Fill this in.';
  if (type !== 'any' && !isComparable(type, value)) return VALUE_WORDS[type] ?? 'Enter a text.';
  if (typeof value !== 'string' || value.length <= RULE_TEXT_MAX_LENGTH) return undefined;
  return `At most ${RULE_TEXT_MAX_LENGTH.toLocaleString('en')} characters.`;
}
