// What keeps an automation from being saved or turned on, with the way to each step.
import { Button } from '../../../design/controls/button.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import css from './editor.module.css';
import type { StepFault } from './step-faults.ts';

/** So many are named; the boxes have the others. */
const NAMED_MAX = 3;

interface UnfinishedProps {
  faults: readonly StepFault[];
  sentences: ReadonlyMap<string, string>;
  onGo(key: string): void;
}

/** The notice. */
export function Unfinished({ faults, sentences, onGo }: UnfinishedProps) {
  if (faults.length === 0) return null;
  return (
    <Notice kind="warn" title="Some steps are not finished">
      <ul className={css['faults']}>
        {faults.slice(0, NAMED_MAX).map(({ key, part, message }) => (
          <li key={`${key} ${part}`}>
            <Button variant="quiet" size="small" onPress={() => onGo(key)}>
              {sentences.get(key) ?? key}
            </Button>{' '}
            {message}
          </li>
        ))}
        {faults.length > NAMED_MAX && <li>And {faults.length - NAMED_MAX} more.</li>}
      </ul>
    </Notice>
  );
}
