// Rules that a person puts together: groups of which all, any or none must be met, and rules in words.
import type { RuleFault, RuleTreeLimits } from './faults.ts';
import type { RuleFields } from './rule-fields.ts';

export interface RuleTreeProps {
  /** What the rules are, for screen readers: "Rules of the segment". */
  label: string;
  /** The tree as the API has it, in its long form or in its short one; undefined: none yet. */
  value: unknown;
  /** The tree in its long form. Rules that are not finished are in it as they are (`ruleFaults`). */
  onChange: (value: unknown) => void;
  fields: RuleFields;
  limits: RuleTreeLimits;
  /** The name of the tree in refusals of the API: `filter`. */
  path: string;
  /** What the API has refused: it stands at its rule (`field`). */
  fault?: RuleFault | undefined;
  /** Only its sentences are shown. */
  isReadOnly?: boolean | undefined;
}

export function RuleTree({ label }: RuleTreeProps) {
  return <section aria-label={label} />;
}
