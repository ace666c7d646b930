// The handle of a rule or a group: a menu of what can be done with it. Its keys work on every control of the node, but for
// Delete, which belongs to the text of a field there.
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import ListIndentDecrease from 'lucide-react/icons/list-indent-decrease';
import ListIndentIncrease from 'lucide-react/icons/list-indent-increase';
import Trash from 'lucide-react/icons/trash-2';
import { MenuButton } from '../../design/controls/menu.tsx';
import { isMac } from '../../design/text/kbd.tsx';
import styles from '../rule-tree.module.css';
import type { TreeActs } from '../use-tree.ts';

interface NodeHandleProps {
  nodeKey: string;
  /** "Rule: plan is pro" */
  label: string;
  acts: TreeActs;
}

const MOVES = [
  { id: 'up', label: 'Move up', icon: ArrowUp, arrow: '↑' },
  { id: 'down', label: 'Move down', icon: ArrowDown, arrow: '↓' },
  { id: 'into', label: 'Move into a group', icon: ListIndentIncrease, arrow: '→' },
  { id: 'out', label: 'Move out of the group', icon: ListIndentDecrease, arrow: '←' },
] as const;

export function NodeHandle({ nodeKey, label, acts }: NodeHandleProps) {
  const alt = isMac() ? '⌥' : 'Alt';
  return (
    <span className={styles.handle} data-handle>
      <MenuButton
        label={label}
        icon={GripVertical}
        isIconOnly
        items={[
          ...MOVES.map(({ id, arrow, ...item }) => ({
            ...item,
            id,
            hint: `${alt} ${arrow}`,
            onAction: () => acts.move(nodeKey, id),
          })),
          {
            id: 'remove',
            label: 'Remove',
            icon: Trash,
            isDanger: true,
            beginsGroup: true,
            hint: 'Delete',
            onAction: () => acts.remove(nodeKey),
          },
        ]}
      />
    </span>
  );
}
