// Rules in a read-only form: an outline of sentences.
import type { RuleFields } from '../rule-fields.ts';
import styles from '../rule-tree.module.css';
import { type GroupNode, isGroup } from '../rules.ts';
import { nodeSentence } from '../sentence.ts';

const HEADS = {
  all: 'All of these are true:',
  any: 'At least one of these is true:',
  none: 'None of these is true:',
} as const;

export function RuleOutline({ group, fields }: { group: GroupNode; fields: RuleFields }) {
  return (
    <>
      <p>{HEADS[group.kind]}</p>
      <ul className={styles.outline}>
        {group.children.map((node) => (
          <li key={node.key}>
            {isGroup(node) ? <RuleOutline group={node} fields={fields} /> : nodeSentence(node, fields)}
          </li>
        ))}
      </ul>
    </>
  );
}
