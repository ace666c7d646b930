// A group of rules: how many of them must be true, the rules and groups in it, and what adds one.

import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Button } from '../../design/controls/button.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Select } from '../../design/fields/select.tsx';
import { capitalised } from '../../format/capitalised.ts';
import type { RuleFields } from '../rule-fields.ts';
import styles from '../rule-tree.module.css';
import { type GroupKind, type GroupNode, isGroup, type TreeNode } from '../rules.ts';
import { GROUP_WORDS, nodeSentence } from '../sentence.ts';
import type { ShownFault } from '../shown-faults.ts';
import type { TreeActs } from '../use-tree.ts';
import { NodeHandle } from './node-handle.tsx';
import { RuleRow } from './rule-row.tsx';

interface TreePartProps {
  fields: RuleFields;
  faults: ReadonlyMap<string, ShownFault>;
  acts: TreeActs;
}

const KIND_OPTIONS = (['all', 'any', 'none'] as const).map((id) => ({
  id,
  label: capitalised(GROUP_WORDS[id]),
}));
const ARE_TRUE: Readonly<Record<GroupKind, string>> = { all: 'are true', any: 'is true', none: 'is true' };
/** Between two nodes of a group. */
const JOINTS: Readonly<Record<GroupKind, string>> = { all: 'and', any: 'or', none: 'nor' };

/** The content of a group, without the frame around it. */
export function GroupBody({ group, fields, faults, acts }: TreePartProps & { group: GroupNode }) {
  const fault = faults.get(group.key);
  return (
    <>
      {group.children.length === 0 ? (
        <p className={styles.empty}>No rules yet. Add a rule to choose who matches.</p>
      ) : (
        <ul className={styles.nodes}>
          {group.children.map((node, index) => (
            <TreeItem
              key={node.key}
              node={node}
              joint={index === 0 ? '' : JOINTS[group.kind]}
              fields={fields}
              faults={faults}
              acts={acts}
            />
          ))}
        </ul>
      )}
      {fault && group.children.length > 0 ? <p className={styles.error}>{fault.message}</p> : null}
      <div className={styles.adding}>
        <Button size="small" icon={Plus} onPress={() => acts.addRule(group)} data-add>
          Add a rule
        </Button>
        <Button size="small" variant="quiet" icon={Plus} onPress={() => acts.addGroup(group)}>
          Add a group
        </Button>
      </div>
    </>
  );
}

/** How many of the nodes must be true. */
export function GroupKindField({ group, acts }: { group: GroupNode; acts: TreeActs }) {
  return (
    <div className={styles.kind}>
      <Select
        label="How many of these must be true"
        isLabelHidden
        value={group.kind}
        options={KIND_OPTIONS}
        onChange={(kind) => acts.change({ ...group, kind: kind as GroupKind })}
      />
      <span className={styles.unit}>{ARE_TRUE[group.kind]}</span>
    </div>
  );
}

interface TreeItemProps extends TreePartProps {
  node: TreeNode;
  joint: string;
}

function TreeItem({ node, joint, fields, faults, acts }: TreeItemProps) {
  const sentence = nodeSentence(node, fields);
  if (node.kind === 'rule')
    return <RuleRow rule={node} fault={faults.get(node.key)} joint={joint} fields={fields} acts={acts} />;
  const name = isGroup(node) ? `Group: ${sentence}` : 'Unknown rule';
  return (
    <li className={styles.group} data-node={node.key}>
      <div className={styles.head}>
        <NodeHandle nodeKey={node.key} label={name} acts={acts} />
        <span className={styles.joint}>{joint}</span>
        {isGroup(node) ? (
          <GroupKindField group={node} acts={acts} />
        ) : (
          <p className={styles.error}>{faults.get(node.key)?.message}</p>
        )}
        <IconButton label={`Remove: ${name}`} icon={X} onPress={() => acts.remove(node.key)} />
      </div>
      {isGroup(node) ? <GroupBody group={node} fields={fields} faults={faults} acts={acts} /> : null}
    </li>
  );
}
