// A tree of rules as a sentence: "plan is pro and not: address ends with @acme.dev". Pure.
import { comparableOf } from '../../shared/resources/audience/rules/comparable.ts';
import { exactDay } from '../format/utc-moment.ts';
import { type RuleField, type RuleFields, recordFieldsOf } from './rule-fields.ts';
import { type GroupNode, isGroup, type RuleNode, readTree, type TreeNode } from './rules.ts';
import { operatorWords, verbOfRule } from './verbs.ts';

/** A group, where its rules are next to it. */
export const GROUP_WORDS = {
  all: 'all of these',
  any: 'at least one of these',
  none: 'none of these',
} as const;

/** In the place of what is not chosen yet. */
const OPEN = '…';

/** The sentence of a filter as the API has it; empty without a rule. It never throws. */
export function ruleSentence(filter: unknown, fields: RuleFields): string {
  return groupSentence(readTree(filter), fields);
}

/** The sentence of a node. */
export function nodeSentence(node: TreeNode, fields: RuleFields): string {
  if (node.kind === 'unknown') return 'a rule that this page does not know';
  return node.kind === 'rule' ? sentenceOfRule(node, fields) : groupSentence(node, fields);
}

const BETWEEN = { all: ' and ', any: ' or ', none: ', ' } as const;

function groupSentence(group: GroupNode, fields: RuleFields): string {
  const { kind, children } = group;
  const parts = children.map((child, index) => {
    const sentence = nodeSentence(child, fields);
    return needsBrackets(child, group, index) ? `(${sentence})` : sentence;
  });
  const list = parts.join(BETWEEN[kind]);
  if (kind !== 'none' || parts.length === 0) return list;
  return parts.length === 1 ? `not: ${list}` : `none of: ${list}`;
}

/** In a group of one nothing follows, and what `not:` is about would continue with what follows. */
function needsBrackets(child: TreeNode, { kind, children }: GroupNode, index: number): boolean {
  if (!isGroup(child)) return false;
  if (children.length > 1 && child.kind === 'none') return index < children.length - 1;
  return child.children.length > 1 && (children.length > 1 || kind === 'none');
}

function sentenceOfRule(rule: RuleNode, fields: RuleFields): string {
  const field = fields.find(rule.field);
  if (!field) return unknownWords(rule, fields);
  const it = quoted(field.of?.label ?? '');
  const verb = verbOfRule(field, rule, it);
  if (field.type === 'choice') return verb?.label ?? `${it} ${OPEN}`;
  if (verb?.isOpen === false) return join(field.words, verb.label);
  const value = rule.value === undefined ? OPEN : valueWords(field, rule.value, fields);
  return join(field.words, verb?.label ?? OPEN, value, verb?.unit);
}

/** A rule about what is not chosen yet, or not there any more. */
function unknownWords({ field, operator, value }: RuleNode, fields: RuleFields): string {
  const records = recordFieldsOf(fields, field);
  if (field === '' || records?.prefix === field) return OPEN;
  if (records) return `${records.one} that no longer exists`;
  return join(field, operatorWords(operator), shown(value));
}

function valueWords(field: RuleField, value: string | number | boolean, fields: RuleFields): string {
  if (field.type === 'member') return quoted(fields.segmentName(String(value)) ?? OPEN);
  const at = field.type === 'date' ? comparableOf('date', value) : undefined;
  return at === undefined ? shown(value) : exactDay(new Date(Number(at)));
}

const join = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' ');

/** A text of several words is in quotation marks, so that its end is seen. */
function shown(value: RuleNode['value']): string {
  if (value === undefined) return '';
  const text = String(value);
  return typeof value === 'string' && !/^\S+$/.test(text) ? quoted(text) : text;
}

const quoted = (text: string) => `“${text}”`;
