// The fields that the rules of a graph can name, and whether a run meets them.

import type { RuleFieldType } from '../../../../contract/rules/values.ts';
import { ruleTypeOfProperty } from '../../../../contract/segments/fields.ts';
import { type Fact, meetsRules } from '../../../audience/rules/match.ts';
import type { FindRuleField, TypedTree } from '../../../audience/rules/rule.ts';
import {
  type Namable,
  type Reference,
  type RunValues,
  readReference,
  referencedValue,
  valueOfWait,
} from './variables.ts';

/** A rule tree of a condition or of the filter of a wait. */
export type RunRules = TypedTree<Reference>;

/** Finds the fields of rules. Those of events have no type: they are compared as what the rule compares them with. */
export function ruleFieldsOf(namable: Namable): FindRuleField<Reference> {
  return (name) => {
    const ref = readReference(name, namable);
    return 'refusal' in ref ? ref : { type: typeOf(ref), ref };
  };
}

function typeOf(ref: Reference): RuleFieldType {
  switch (ref.kind) {
    case 'event':
    case 'wait':
      return 'any';
    case 'unsubscribed':
      return 'boolean';
    case 'property':
      return ruleTypeOfProperty(ref.property.type);
    case 'column':
      return ref.column === 'created_at' || ref.column === 'updated_at' ? 'date' : 'text';
  }
}

/** Whether a run meets rules. */
export function isMet(rules: RunRules, values: RunValues): boolean {
  return meetsRules(rules, (ref) => referencedValue(ref, values) as Fact);
}

/**
 * Reduces rules to those about waits, when everything else is known.
 * @returns true or false when none is left
 */
export function narrowToWaits(rules: RunRules, values: RunValues): RunRules | boolean {
  if (rules.type === 'rule') return rules.ref.kind === 'wait' ? rules : isMet(rules, values);
  if (rules.type === 'not') {
    const rule = narrowToWaits(rules.rule, values);
    return typeof rule === 'boolean' ? !rule : { type: 'not', rule };
  }
  const below = rules.rules.map((rule) => narrowToWaits(rule, values));
  const decides = rules.type === 'or';
  if (below.includes(decides)) return decides;
  const left = below.filter((rule) => typeof rule !== 'boolean');
  return left.length > 0 ? { type: rules.type, rules: left } : !decides;
}

/** Whether the waits of a run meet what `narrowToWaits` has left. */
export function isMetByWaits(rules: RunRules, waits: RunValues['waits']): boolean {
  return meetsRules(rules, (ref) => (ref.kind === 'wait' ? (valueOfWait(ref, waits) as Fact) : undefined));
}
