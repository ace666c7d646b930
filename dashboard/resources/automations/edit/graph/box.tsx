// The box of a step: its sentence, and for those who do not see the lines, where it leads. It is drawn again only when it has
// changed itself; what a press or a key does is known to the graph around it.
import { memo } from 'react';
import { classNames } from '../../../../design/class-names.ts';
import { Dot } from '../../../../design/text/status.tsx';
import type { Tone } from '../../../../design/text/statuses.ts';
import { STEP_KINDS } from '../../run/step-kinds.ts';
import css from './graph.module.css';

interface BoxProps {
  stepKey: string;
  type: keyof typeof STEP_KINDS;
  sentence: string;
  /** "Then “Wait 3 days”." */
  leads: string;
  isChosen: boolean;
  /** Why it cannot be saved. */
  fault: string | undefined;
  /** Its result in a try; undefined: it is not on the path, or there was no try. */
  words: string | undefined;
  tone: Tone | undefined;
  /** Something was tried, and it is not on the path. */
  isOffPath: boolean;
}

/** The box. */
export const Box = memo(function Box(props: BoxProps) {
  const { stepKey, type, sentence, leads, isChosen, fault, words, tone, isOffPath } = props;
  const note = fault ?? words;
  const Icon = STEP_KINDS[type].icon;
  return (
    <button
      type="button"
      data-step={stepKey}
      className={classNames(
        css['box'],
        isChosen && css['chosen'],
        fault !== undefined && css['faulty'],
        isOffPath && css['off'],
      )}
      // Only one is in the order of Tab; the arrows move to the others.
      tabIndex={isChosen ? 0 : -1}
      aria-current={isChosen || undefined}
      title={`${sentence} (${stepKey})`}
    >
      <Icon className={css['icon']} size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className={css['sentence']}>{sentence}</span>
      {note === undefined ? (
        <span className={css['key']}>{stepKey}</span>
      ) : (
        <span className={css['note']}>
          <Dot tone={fault === undefined ? (tone ?? 'neutral') : 'warn'} />
          <span className={css['noteWords']}>{note}</span>
        </span>
      )}
      <span className="visually-hidden">. {leads}</span>
    </button>
  );
});
