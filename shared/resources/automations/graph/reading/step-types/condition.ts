// The step `condition`: goes on in one of two ways.
import { typeRules } from '../../../../rules/type-check.ts';
import { ruleFieldsOf } from '../../rule-fields.ts';
import { readRuleTree, ruleFieldsIn } from '../rule-tree.ts';
import type { StepKind } from '../step-kind.ts';

export const conditionStep: StepKind<'condition'> = {
  read: readRuleTree,
  namesIn: (config) => ({ values: ruleFieldsIn(config) }),
  check(config, path, { namable }) {
    typeRules(config, path, ruleFieldsOf(namable));
  },
};
