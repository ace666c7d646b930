// A checklist of the first steps: done ones have a tick, and the first that is not done is open with what to do. Any
// step can be opened.
import Check from 'lucide-react/icons/check';
import { type ReactNode, useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import styles from './steps.module.css';

export interface Step {
  id: string;
  title: string;
  isDone: boolean;
  children?: ReactNode;
}

export function Steps({ steps }: { steps: readonly Step[] }) {
  // Until a person chooses, the next step is open, so the list moves on when one is done.
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const next = steps.find((step) => !step.isDone)?.id ?? null;
  const openId = chosen === undefined ? next : chosen;
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        <StepView
          key={step.id}
          step={step}
          number={index + 1}
          isOpen={step.id === openId}
          onToggle={() => setChosen(step.id === openId ? null : step.id)}
        />
      ))}
    </ol>
  );
}

interface StepViewProps {
  step: Step;
  number: number;
  isOpen: boolean;
  onToggle: () => void;
}

function StepView({ step, number, isOpen, onToggle }: StepViewProps) {
  const id = useId();
  const hasContent = step.children !== undefined;
  return (
    <li className={styles.step}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen && hasContent}
        aria-controls={isOpen && hasContent ? id : undefined}
        onClick={onToggle}
      >
        <span className={classNames(styles.number, step.isDone && styles.done)} aria-hidden="true">
          {step.isDone ? <Check size={13} strokeWidth={2.5} /> : number}
        </span>
        <span className={classNames(styles.title, step.isDone && styles.titleDone)}>{step.title}</span>
        {step.isDone ? <span className={styles.word}>Done</span> : null}
      </button>
      {isOpen && hasContent ? (
        <div id={id} className={styles.body}>
          {step.children}
        </div>
      ) : null}
    </li>
  );
}
