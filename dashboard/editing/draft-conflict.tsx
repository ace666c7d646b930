// What another person, or oneself in another tab, has changed in the same fields at the same time: both texts next to each
// other by lines, and a choice for each field. Nothing is saved before it is made, and what is not chosen stays to be read
// until then.
import { useEffect, useState } from 'react';
import { Button } from '../design/controls/button.tsx';
import { Segmented } from '../design/controls/segmented.tsx';
import { Notice } from '../design/feedback/notice.tsx';
import { announce } from '../design/feedback/notices.ts';
import css from './draft-conflict.module.css';
import type { DraftChoices } from './draft-state.ts';
import { LineDifferences } from './line-differences.tsx';
import type { DraftConflictField } from './use-draft.ts';

const SIDES = [
  { id: 'mine', label: 'Keep mine' },
  { id: 'theirs', label: 'Use theirs' },
];

interface DraftConflictProps {
  conflicts: readonly DraftConflictField[];
  onResolve(choices: DraftChoices): void;
}

/** The differences, and the choice. */
export function DraftConflict({ conflicts, onResolve }: DraftConflictProps) {
  const [choices, setChoices] = useState<DraftChoices>({});
  const names = conflicts.map(({ label }) => label).join(', ');
  useEffect(() => announce(`Also changed elsewhere: ${names}. Choose which version to keep.`), [names]);
  const all = (side: 'mine' | 'theirs') =>
    onResolve(Object.fromEntries(conflicts.map(({ field }) => [field, side])));
  return (
    <section className={css['conflict']} aria-label="Changed elsewhere">
      <Notice
        kind="warn"
        title="This was changed elsewhere while you were editing"
        action={
          conflicts.length === 1 ? undefined : (
            <div className={css['acts']}>
              <Button size="small" onPress={() => all('mine')}>
                Keep all of mine
              </Button>
              <Button size="small" onPress={() => all('theirs')}>
                Use all of theirs
              </Button>
            </div>
          )
        }
      >
        Nothing is saved until you choose which version to keep.
      </Notice>
      {conflicts.map((conflict) => (
        <div key={conflict.field} className={css['field']}>
          <div className={css['head']}>
            <h2 className={css['label']}>{conflict.label}</h2>
            <Segmented
              label={`Version of ${conflict.label} to keep`}
              options={SIDES}
              selected={choices[conflict.field] ?? 'mine'}
              onSelect={(side) =>
                setChoices({ ...choices, [conflict.field]: side === 'theirs' ? 'theirs' : 'mine' })
              }
            />
          </div>
          <LineDifferences
            label={conflict.label}
            sides={['Mine', 'Theirs']}
            mine={conflict.mine}
            theirs={conflict.theirs}
          />
        </div>
      ))}
      <div className={css['acts']}>
        <Button variant="filled" onPress={() => onResolve(choices)}>
          Save choice
        </Button>
      </div>
    </section>
  );
}
