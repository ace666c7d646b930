// Rules: the closed sets of words of a rule tree (docs/reference/segments.md#filters). Segments filter contacts by such
// trees.

/** What a rule may ask of a field. The last two take no value. */
export const RULE_OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'starts_with',
  'ends_with',
  'exists',
  'is_empty',
] as const;

/** Nodes that combine several others. */
export const RULE_GROUPS = ['and', 'or'] as const;
