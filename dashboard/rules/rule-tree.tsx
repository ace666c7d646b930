// Rules that a person puts together, of whom a segment has or when an automation continues: groups of which all, one or none
// must be true, and rules in words. By keyboard: Alt and the arrows move a rule, or a group, up, down, into a group and out
// of one, and Delete on its handle removes it. Loaded later by the pages that have it: it brings React Aria.
import { useRef } from 'react';
import type { RuleFault, RuleTreeLimits } from './faults.ts';
import { GroupBody, GroupKindField } from './parts/rule-group.tsx';
import { RuleOutline } from './parts/rule-outline.tsx';
import type { RuleFields } from './rule-fields.ts';
import styles from './rule-tree.module.css';
import { faultsByNode } from './shown-faults.ts';
import { useTree } from './use-tree.ts';

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

export function RuleTree(props: RuleTreeProps) {
  const { label, fields, limits, path, fault, isReadOnly = false } = props;
  const root = useRef<HTMLElement>(null);
  const { tree, acts, onKeyDownCapture } = useTree(props, root);
  if (isReadOnly) {
    return (
      <section aria-label={label} className={styles.tree}>
        <RuleOutline group={tree} fields={fields} />
      </section>
    );
  }
  const faults = faultsByNode(tree, { path, fields, limits }, fault);
  return (
    // The keys of its controls: each of them can be reached without these.
    <section ref={root} aria-label={label} className={styles.tree} onKeyDownCapture={onKeyDownCapture}>
      <GroupKindField group={tree} acts={acts} />
      <GroupBody group={tree} fields={fields} faults={faults} acts={acts} />
    </section>
  );
}
