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
    type: Joi.string()
      .valid('rule', ...RULE_GROUPS, 'not')
      .description(
        'What the object is. When absent, it is a rule, or the short form of a node: an object with only `rule`, `and`, `or` or `not`',
      ),
    field: Joi.string().description(
      'Of a rule: the field, such as `contact.email`, `contact.properties.<key>`, `segment` or `topic.<id>`',
    ),
    operator: Joi.string()
      .valid(...RULE_OPERATORS)
      .description('Of a rule: what it asks of the field'),
    value: Joi.alternatives(
      Joi.string().allow('').max(RULE_TEXT_MAX_LENGTH),
      Joi.number().unsafe(),
      Joi.boolean(),
    )
      .allow(null)
      .description('Of a rule: the value of the operator. `exists` and `is_empty` take none'),
    rules: NODES.description('Of `and` and `or`: what they combine'),
    rule: NODE.description('Of `not`: what must not be met; as the short form of a rule: the rule'),
    and: NODES.description('Short form: all of these must be met'),
    or: NODES.description('Short form: one of these must be met'),
    not: NODE.description('Short form: this must not be met'),
  })
  .id('Rule');
