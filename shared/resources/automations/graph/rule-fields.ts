// The fields that the rules of a graph can name, and whether a run meets them.
import { type Fact, meetsRules } from '../../rules/match.ts';
import type { FindRuleField, RuleFieldType, TypedTree } from '../../rules/rule.ts';
import { type Namable, type Reference, type RunValues, readReference, referencedValue } from './variables.ts';

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
      return ref.property.type === 'string' ? 'text' : ref.property.type;
    case 'column':
      return ref.column === 'created_at' || ref.column === 'updated_at' ? 'date' : 'text';
  }
}

/** Whether a run meets rules. */
export function isMet(rules: RunRules, values: RunValues): boolean {
  return meetsRules(rules, (ref) => referencedValue(ref, values) as Fact);
}
