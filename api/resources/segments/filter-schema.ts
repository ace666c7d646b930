// joi schema of the filter of a segment (docs/reference/segments.md#filters). The reader of rules does the work: it
// names the path of a fault, stops at the first one and returns the long form. It runs before joi's own checks, which
// then find nothing more; the API description is made of them.
import Joi from 'joi';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { FILTER_DEPTH_MAX, FILTER_RULES_MAX, RULE_TEXT_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { RULE_GROUPS, RULE_OPERATORS } from '../../../shared/contract/rules/values.ts';
import { readRules } from '../../../shared/resources/rules/read.ts';
import type { RuleTree } from '../../../shared/resources/rules/rule.ts';

const LIMITS = { rules: FILTER_RULES_MAX, depth: FILTER_DEPTH_MAX };

/** joi whose objects are trees of rules. Only `coerce` runs before the keys of an object are checked. */
const reading: Joi.Root = Joi.extend((joi) => ({
  type: 'object',
  base: joi.object(),
  messages: { 'filter.rule': '{{#reason}}' },
  coerce(value: unknown, { error, state }) {
    if (value === null) return { value };
    try {
      return { value: readRules(value, (state.path ?? []).join('.'), LIMITS) };
    } catch (fault) {
      if (!(fault instanceof DomainError)) throw fault;
      return { value, errors: [error('filter.rule', { reason: fault.message.replace(/\.$/, '') })] };
    }
  },
}));

const NODE = Joi.link('#Rule');
const NODES = Joi.array().items(NODE).min(1).max(FILTER_RULES_MAX);

/** A filter; after validation it is a RuleTree. */
export const filterSchema: Joi.ObjectSchema<RuleTree> = reading
  .object({
    type: Joi.string().valid('rule', ...RULE_GROUPS, 'not'),
    field: Joi.string(),
    operator: Joi.string().valid(...RULE_OPERATORS),
    value: Joi.alternatives(
      Joi.string().allow('').max(RULE_TEXT_MAX_LENGTH),
      Joi.number().unsafe(),
      Joi.boolean(),
    ).allow(null),
    rules: NODES,
    rule: NODE,
    and: NODES,
    or: NODES,
    not: NODE,
  })
  .id('Rule');
