// Reads a rule tree from JSON that a client has sent: its structure, its limits and its own properties only. Whether
// the fields exist is checked elsewhere (type-check.ts), because that needs the database. A tree is refused at the
// first fault, before the rest is read, so a hostile one of a hundred thousand rules costs no more than a good one.
import { DomainError, readEach } from '../../../contract/domain-error.ts';
import { RULE_TEXT_MAX_LENGTH } from '../../../contract/limits.ts';
import {
  RULE_GROUPS,
  RULE_OPERATORS,
  type RuleOperator,
  type RuleValue,
  takesValue,
} from '../../../contract/rules/values.ts';
import type { GivenRule, RuleTree } from './rule.ts';

/** How large a tree may be. */
export interface RuleLimits {
  rules: number;
  /** Levels: a rule is one; each `and`, `or` and `not` above it is another. */
  depth: number;
}

/** The type of a node: by its `type`, or by the short form `{and: […]}`. */
type NodeType = 'rule' | 'and' | 'or' | 'not';

const NODE_TYPES: readonly NodeType[] = ['rule', ...RULE_GROUPS, 'not'];
/** A text of the client is shown in a refusal up to here. */
const SHOWN_LENGTH = 60;

/**
 * Reads a tree.
 * @param path the name of the tree in refusals: `filter`
 * @returns the tree in its long form
 * @throws DomainError `validation_error` that names the path of the fault
 */
export function readRules(given: unknown, path: string, limits: RuleLimits): RuleTree {
  return new RuleReader(limits).read(given, path, 1);
}

/** The refusal of a part of a tree. @param what completes the sentence "`filter.rules[0]` …" */
export function refuseRule(path: string, what: string): DomainError {
  return new DomainError('validation_error', `\`${path}\` ${what}.`, { field: path });
}

/** A text of a client in a refusal. */
export function shownInRefusal(text: string): string {
  const isLong = text.length > SHOWN_LENGTH;
  return JSON.stringify(isLong ? `${text.slice(0, SHOWN_LENGTH).toWellFormed()}…` : text);
}

class RuleReader {
  readonly #limits: RuleLimits;
  #rules = 0;

  constructor(limits: RuleLimits) {
    this.#limits = limits;
  }

  read(given: unknown, path: string, level: number): RuleTree {
    if (level > this.#limits.depth)
      throw refuseRule(path, `is too deep: rules can be nested ${this.#limits.depth} levels deep`);
    const node = requireObject(given, path);
    const [type, isShort] = typeOf(node, path);
    if (type === 'rule') {
      this.#count(1, path);
      if (!isShort) return readRule(node, path);
      return readRule(requireObject(own(node, 'rule'), `${path}.rule`), `${path}.rule`);
    }
    const name = isShort ? type : type === 'not' ? 'rule' : 'rules';
    const below = `${path}.${name}`;
    return type === 'not'
      ? { type, rule: this.read(own(node, name), below, level + 1) }
      : { type, rules: this.#readAll(own(node, name), below, level + 1) };
  }

  #readAll(given: unknown, path: string, level: number): RuleTree[] {
    if (!Array.isArray(given) || given.length === 0)
      throw refuseRule(path, 'must be a list of at least one rule');
    // Each element has a rule at least, so this refuses a long list before its elements are read.
    this.#refuseMany(given.length, path);
    return readEach(given, (each, index) => this.read(each, `${path}[${index}]`, level));
  }

  #count(rules: number, path: string): void {
    this.#refuseMany(rules, path);
    this.#rules += rules;
  }

  #refuseMany(rules: number, path: string): void {
    if (this.#rules + rules > this.#limits.rules)
      throw refuseRule(path, `must have at most ${this.#limits.rules} rules in total`);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function requireObject(given: unknown, path: string): Fields {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Fields;
  throw refuseRule(path, 'must be an object: a rule, or `and`, `or`, `not` of rules');
}

/** A field that the object has itself: what a prototype has is not the client's. */
function own(node: Fields, name: string): unknown {
  return Object.hasOwn(node, name) ? node[name] : undefined;
}

/** @returns what a node is, and whether it is in its short form */
function typeOf(node: Fields, path: string): [type: NodeType, isShort: boolean] {
  const type = own(node, 'type');
  if (type !== undefined) {
    const known = NODE_TYPES.find((each) => each === type);
    if (known) return [known, false];
    throw refuseRule(`${path}.type`, `must be one of ${NODE_TYPES.join(', ')}`);
  }
  const short = NODE_TYPES.filter((each) => own(node, each) !== undefined);
  if (short.length > 1) throw refuseRule(path, `must have only one of ${short.join(', ')}`);
  return short[0] ? [short[0], true] : ['rule', false];
}

function readRule(node: Fields, path: string): GivenRule {
  const field = own(node, 'field');
  if (typeof field !== 'string' || field === '')
    throw refuseRule(`${path}.field`, 'must be the name of a field');
  const given = own(node, 'operator');
  const operator = RULE_OPERATORS.find((each) => each === given);
  if (!operator) throw refuseRule(`${path}.operator`, `must be one of ${RULE_OPERATORS.join(', ')}`);
  const value = readValue(own(node, 'value'), operator, `${path}.value`);
  return value === undefined ? { type: 'rule', field, operator } : { type: 'rule', field, operator, value };
}

function readValue(value: unknown, operator: RuleOperator, path: string): RuleValue | undefined {
  const isAbsent = value === undefined || value === null;
  if (!takesValue(operator)) {
    if (isAbsent) return undefined;
    throw refuseRule(path, `must be absent: ${operator} takes no value`);
  }
  if (isAbsent) {
    throw refuseRule(
      path,
      'must be a string, a number, true or false; to test for a missing value, use the operators `exists` and `is_empty`',
    );
  }
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value;
  if (typeof value !== 'string') throw refuseRule(path, 'must be a string, a number, true or false');
  if (value.length > RULE_TEXT_MAX_LENGTH)
    throw refuseRule(path, `must have at most ${RULE_TEXT_MAX_LENGTH.toLocaleString('en')} characters`);
  return value;
}
