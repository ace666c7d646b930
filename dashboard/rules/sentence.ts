// A tree of rules as a sentence: "plan is pro and not: address ends with @acme.dev". Pure.
import { comparableOf } from '../../shared/resources/audience/rules/comparable.ts';
import { exactDay } from '../format/utc-moment.ts';
import type { RuleField, RuleFields } from './rule-fields.ts';
import { type GroupNode, isGroup, type RuleNode, readTree, type TreeNode } from './rules.ts';
import { verbOfRule } from './verbs.ts';

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

function groupSentence({ kind, children }: GroupNode, fields: RuleFields): string {
  const parts = children.map((child, index) => {
    const sentence = nodeSentence(child, fields);
    return needsBrackets(child, children.length, index) ? `(${sentence})` : sentence;
  });
  const list = parts.join(BETWEEN[kind]);
  if (kind !== 'none' || parts.length === 0) return list;
  return parts.length === 1 ? `not: ${list}` : `none of: ${list}`;
}

/** What `not:` is about would go on with what follows. */
function needsBrackets(child: TreeNode, siblings: number, index: number): boolean {
  if (!isGroup(child) || siblings === 1) return isGroup(child) && child.children.length > 1;
  return child.kind === 'none' ? index < siblings - 1 : child.children.length > 1;
}

function sentenceOfRule(rule: RuleNode, fields: RuleFields): string {
  const field = fields.find(rule.field);
  if (!field)
    return [rule.field || OPEN, rule.operator.replaceAll('_', ' '), shown(rule.value)].join(' ').trim();
  const verb = verbOfRule(field, rule, quoted(field.of?.label ?? ''));
  if (field.type === 'choice') return verb?.label ?? `${quoted(field.of?.label ?? '')} ${OPEN}`;
  if (verb?.isOpen === false) return join(field.words, verb.label);
  const value = rule.value === undefined ? OPEN : valueWords(field, rule.value, fields);
  return join(field.words, verb?.label ?? OPEN, value, verb?.unit);
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
