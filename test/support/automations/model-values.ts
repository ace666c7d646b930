// What the model of a run (run-model.ts) sees of events and of its contact, and how it answers rules: written apart
// from shared/resources/audience/rules and from the variables of graphs.
import type { RuleValue } from '../../../shared/contract/rules/values.ts';
import type { GivenRule, RuleTree } from '../../../shared/resources/audience/rules/rule.ts';
import type { StoryContact } from './story.ts';

/** What is known at an instant. */
export interface Seen {
  contact: StoryContact;
  event: unknown;
  /** Name of the event → payload, of the waits that an event has ended. */
  waits: Readonly<Record<string, unknown>>;
  /** Names of the events for which steps wait. */
  waitNames: readonly string[];
}

/** The value that a name names; undefined: there is none. */
export function valueNamed(name: string, { contact, event, waits, waitNames }: Seen): unknown {
  const [kind = '', ...path] = name.split('.');
  if (kind === 'event') return dig(event, path);
  if (kind === 'wait_events') {
    const rest = path.join('.');
    const longestFirst = waitNames.toSorted((a, b) => b.length - a.length);
    const wait = longestFirst.find((each) => rest.startsWith(`${each}.`));
    return wait === undefined ? undefined : dig(waits[wait], rest.slice(wait.length + 1).split('.'));
  }
  if (path[0] === 'properties') return contact.properties[path[1] ?? ''];
  const { email, firstName, lastName, unsubscribed, createdAt } = contact;
  const fields: Record<string, unknown> = {
    email,
    unsubscribed,
    first_name: firstName,
    last_name: lastName,
    created_at: createdAt.toISOString(),
  };
  return fields[path[0] ?? ''] ?? undefined;
}

function dig(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], value);
}

/** A value with values instead of its references. Fields whose reference has none are left out. */
export function withValues(given: unknown, read: (name: string) => unknown): unknown {
  return JSON.parse(JSON.stringify({ given }), (_, value) => {
    const isReference = typeof value === 'object' && value !== null && Object.keys(value).join() === 'var';
    return isReference ? read(value.var) : value;
  }).given;
}

/** Whether a rule tree is true. */
export function answersRule(tree: RuleTree, seen: Seen): boolean {
  if (tree.type === 'rule') return answersOne(tree, valueNamed(tree.field, seen));
  if (tree.type === 'not') return !answersRule(tree.rule, seen);
  const answers = tree.rules.map((rule) => answersRule(rule, seen));
  return tree.type === 'and' ? !answers.includes(false) : answers.includes(true);
}

/** A value of another type than the rule's is missing. */
function answersOne({ operator, value: wanted }: GivenRule, given: unknown): boolean {
  if (operator === 'is_empty') return given === undefined || given === null || given === '';
  if (operator === 'exists') return given !== undefined && given !== null;
  const isOrder = ['gt', 'gte', 'lt', 'lte'].includes(operator);
  const [value, operand] = [given, wanted].map((each) => {
    if (typeof each !== 'string') return each;
    return isOrder ? Date.parse(each) : asciiLower(each);
  });
  const isMissing = typeof value !== typeof operand || Number.isNaN(value) || typeof given !== typeof wanted;
  if (operator === 'neq') return isMissing || value !== operand;
  return !isMissing && compares(operator, value as RuleValue, operand as RuleValue);
}

function compares(operator: string, value: RuleValue, operand: RuleValue): boolean {
  const text = String(value);
  const part = String(operand);
  if (operator === 'contains') return text.indexOf(part) >= 0;
  if (operator === 'starts_with') return text.slice(0, part.length) === part;
  if (operator === 'ends_with') return part === '' || text.slice(-part.length) === part;
  if (operator === 'eq') return value === operand;
  if (operator === 'gt') return value > operand;
  if (operator === 'gte') return value >= operand;
  return operator === 'lt' ? value < operand : value <= operand;
}

function asciiLower(text: string): string {
  return [...text].map((letter) => (letter >= 'A' && letter <= 'Z' ? letter.toLowerCase() : letter)).join('');
}
