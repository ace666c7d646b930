// joi schema of the filter of a segment (docs/reference/segments.md#filters).
import { FILTER_DEPTH_MAX, FILTER_RULES_MAX } from '../../../shared/contract/limits.ts';
import { readRules } from '../../../shared/resources/audience/rules/read.ts';
import { ruleSchema } from '../../../shared/resources/audience/rules/schema.ts';

/** A filter; after validation it is a RuleTree. */
export const filterSchema = ruleSchema({
  id: 'Rule',
  fields:
    'For a rule: the field, such as `contact.email`, `contact.properties.<key>`, `segment`, `topic.<id>`, `campaign.<id>` or `engagement.last_opened_days`',
  rulesMax: FILTER_RULES_MAX,
  read: (given, path) =>
    readRules(given, path.join('.'), { rules: FILTER_RULES_MAX, depth: FILTER_DEPTH_MAX }),
});
