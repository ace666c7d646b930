// The joi schema of a rule tree. The reader of rules does the work: it names the path of a fault, stops at the first one
// and returns the long form. joi checks nothing after it; the API description is made of a second schema, of the form.
import Joi from 'joi';
import { DomainError } from '../../../contract/domain-error.ts';
import { RULE_TEXT_MAX_LENGTH } from '../../../contract/limits.ts';
import { RULE_GROUPS, RULE_OPERATORS } from '../../../contract/rules/values.ts';
import type { RuleTree } from './rule.ts';

/** A schema of rule trees. */
export interface RuleSchema {
  /** The name of a tree in the API description. */
  id: string;
  /** The possible fields of a rule, for the API description. */
  fields: string;
  rulesMax: number;
  /** Whether unused parts may be null instead of absent. */
  takesNulls?: true;
  /**
   * @param path of the tree below the validated input
   * @throws DomainError whose message begins with the path of the fault
   */
  read(given: unknown, path: readonly (string | number)[]): RuleTree;
}

/** Makes a schema; after validation the value is a RuleTree. A fault is `filter.rule`, with its sentence. */
export function ruleSchema({ read, ...form }: RuleSchema): Joi.Schema<RuleTree> {
  const reading: Joi.Root = Joi.extend((joi) => ({
    type: 'any',
    base: joi.any(),
    messages: { 'filter.rule': '{{#reason}}' },
    coerce(value: unknown, { error, state, prefs }) {
      if (value === null) return { value };
      try {
        return { value: read(value, state.path ?? []) };
      } catch (fault) {
        if (!(fault instanceof DomainError)) throw fault;
        const { message: sentence, field } = fault;
        const reason = sentence.replace(/\.$/, '');
        // One error with all faults: joi makes another one of several, where the tree is an alternative.
        const faults = prefs.abortEarly ? undefined : fault.faults();
        return { value, errors: [error('filter.rule', { sentence, reason, field, faults })] };
      }
    },
  }));
  return reading.any().meta({ describedBy: formOf(form) });
}

function formOf({ id, fields, rulesMax, takesNulls }: Omit<RuleSchema, 'read'>): Joi.Schema {
  const orNull = (schema: Joi.Schema) => (takesNulls ? schema.empty(null) : schema);
  const node = Joi.link(`#${id}`);
  const nodes = Joi.array().items(node).min(1).max(rulesMax);
  return Joi.object({
    type: orNull(Joi.string().valid('rule', ...RULE_GROUPS, 'not')).description(
      'Type of the node. By default it is a rule, or the short form of a node: an object with only `rule`, `and`, `or` or `not`',
    ),
    field: orNull(Joi.string()).description(fields),
    operator: Joi.string()
      .valid(...RULE_OPERATORS)
      .description('For a rule: the comparison'),
    value: Joi.alternatives(
      Joi.string().allow('').max(RULE_TEXT_MAX_LENGTH),
      Joi.number().unsafe(),
      Joi.boolean(),
    )
      .allow(null)
      .description('For a rule: the value to compare with. `exists` and `is_empty` take none'),
    rules: nodes.description('For `and` and `or`: the nodes to combine'),
    rule: node.description('For `not`: the node that must not match; as the short form of a rule: the rule'),
    and: orNull(nodes).description('Short form: all of these must match'),
    or: orNull(nodes).description('Short form: one of these must match'),
    not: orNull(node).description('Short form: this must not match'),
  }).id(id);
}
