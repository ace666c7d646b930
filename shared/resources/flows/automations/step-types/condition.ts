// The step `condition`: continues in one of two ways.

import type { RuleTree } from '../../../audience/rules/rule.ts';
import { typeRules } from '../../../audience/rules/type-check.ts';
import { isMet, ruleFieldsOf } from '../graph/rule-fields.ts';
import { ruleFieldsIn, ruleTreeSchema } from './rule-tree.ts';
import type { EngineKind } from './step-type.ts';

/** The config is the rule tree itself. */
export const conditionStep: EngineKind<RuleTree> = {
  schema: ruleTreeSchema,
  outcomes: ['default', 'condition_met', 'condition_not_met'],
  namesIn: (config) => ({ values: ruleFieldsIn(config) }),
  check(config, path, { namable }) {
    typeRules(config, path, ruleFieldsOf(namable));
  },
  compile(config, namable) {
    const rules = typeRules(config, 'config', ruleFieldsOf(namable));
    return {
      kind: 'branch',
      choose: (values) => (isMet(rules, values) ? 'condition_met' : 'condition_not_met'),
    };
  },
};
