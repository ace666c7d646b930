// The rules of a condition, or those that an event must meet.
import { AUTOMATION_RULES_DEPTH_MAX, AUTOMATION_RULES_MAX } from '../../../../../shared/contract/limits.ts';
import { RuleTree } from '../../../../rules/rule-tree.tsx';
import type { ConfigProps } from './step-props.ts';

const LIMITS = { rules: AUTOMATION_RULES_MAX, depth: AUTOMATION_RULES_DEPTH_MAX };

interface RulesFieldProps extends Pick<ConfigProps, 'faults' | 'fields'> {
  label: string;
  value: unknown;
  onChange(rules: object): void;
  /** The path from `config` on. */
  path: string;
}

/** The field. Known faults are shown at their rules once the person has left them. */
export function RulesField({ faults, path, onChange, ...tree }: RulesFieldProps) {
  const refused = faults.find(({ part, isRefusal }) => isRefusal && part.startsWith(path));
  return (
    <RuleTree
      {...tree}
      onChange={(rules) => onChange(rules as object)}
      path={path}
      limits={LIMITS}
      fault={refused && { field: refused.part, message: refused.message }}
    />
  );
}
