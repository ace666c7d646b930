// The `+` of a line: it opens the types of steps that can be added there.
import Plus from 'lucide-react/icons/plus';
import { memo, useMemo } from 'react';
import { MenuButton } from '../../../../design/controls/menu.tsx';
import type { Outcome, Place } from '../../graph/graph.ts';
import type { StepType } from '../../graph/step-forms.ts';
import { OUTCOME_WORDS } from '../../graph/step-sentences.ts';
import { addItems } from './box-acts.ts';
import css from './graph.module.css';

interface AddButtonProps {
  from: string;
  outcome: Outcome;
  /** The sentence of the step where the way begins. */
  sentence: string;
  /** Whether Tab reaches it: its step is the chosen one. */
  isInOrder: boolean;
  /** The same function always. */
  onAdd(place: Place, type: StepType): void;
}

/** The button, and the menu. */
export const AddButton = memo(function AddButton(props: AddButtonProps) {
  const { from, outcome, sentence, isInOrder, onAdd } = props;
  const items = useMemo(() => addItems((type) => onAdd({ from, outcome }, type)), [from, outcome, onAdd]);
  const when = outcome === 'default' ? '' : `, ${OUTCOME_WORDS[outcome]}`;
  return (
    <span className={css['add']} data-add={from}>
      <MenuButton
        label={`Add after “${sentence}”${when}`}
        icon={Plus}
        isIconOnly
        items={items}
        tabIndex={isInOrder ? 0 : -1}
      />
    </span>
  );
});
