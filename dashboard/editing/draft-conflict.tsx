// What another person, or oneself in another tab, has changed in the same fields at the same time: both texts next to each
// other by lines, and a choice for each field. Nothing is saved before it is made, and what is not chosen stays to be read
// until then.
import { useEffect, useState } from 'react';
import { classNames } from '../design/class-names.ts';
import { Button } from '../design/controls/button.tsx';
import { Segmented } from '../design/controls/segmented.tsx';
import { Notice } from '../design/feedback/notice.tsx';
import { announce } from '../design/feedback/notices.ts';
import { useReachableScroll } from '../design/use-reachable-scroll.ts';
import css from './draft-conflict.module.css';
import type { DraftChoices } from './draft-state.ts';
import { differenceOf, type LineRow } from './line-difference.ts';
import type { DraftConflictField } from './use-draft.ts';

const SIDES = [
  { id: 'mine', label: 'Keep mine' },
  { id: 'theirs', label: 'Take theirs' },
];

interface DraftConflictProps {
  conflicts: readonly DraftConflictField[];
  onResolve(choices: DraftChoices): void;
}

/** The differences, and the choice. */
export function DraftConflict({ conflicts, onResolve }: DraftConflictProps) {
  const [choices, setChoices] = useState<DraftChoices>({});
  const names = conflicts.map(({ label }) => label).join(', ');
  useEffect(() => announce(`Changed in another place as well: ${names}. Choose what is to stay.`), [names]);
  const all = (side: 'mine' | 'theirs') =>
    onResolve(Object.fromEntries(conflicts.map(({ field }) => [field, side])));
  return (
    <section className={css['conflict']} aria-label="Changed in another place">
      <Notice
        kind="warn"
        title="This was changed in another place while you were writing"
        action={
          conflicts.length === 1 ? undefined : (
            <div className={css['acts']}>
              <Button size="small" onPress={() => all('mine')}>
                Keep all of mine
              </Button>
              <Button size="small" onPress={() => all('theirs')}>
                Take all of theirs
              </Button>
            </div>
          )
        }
      >
        Nothing is saved until you choose what is to stay.
      </Notice>
      {conflicts.map((conflict) => (
        <div key={conflict.field} className={css['field']}>
          <div className={css['head']}>
            <h2 className={css['label']}>{conflict.label}</h2>
            <Segmented
              label={`What is to stay of ${conflict.label}`}
              options={SIDES}
              selected={choices[conflict.field] ?? 'mine'}
              onSelect={(side) =>
                setChoices({ ...choices, [conflict.field]: side === 'theirs' ? 'theirs' : 'mine' })
              }
            />
          </div>
          <Differences conflict={conflict} />
        </div>
      ))}
      <div className={css['acts']}>
        <Button variant="filled" onPress={() => onResolve(choices)}>
          Save this choice
        </Button>
      </div>
    </section>
  );
}

function Differences({ conflict: { label, mine, theirs } }: { conflict: DraftConflictField }) {
  const scroll = useReachableScroll<HTMLDivElement>();
  const rows = differenceOf(textOf(mine), textOf(theirs));
  return (
    <div ref={scroll} className={css['scroll']}>
      <table className={css['table']}>
        <caption className="visually-hidden">{label}: the differences</caption>
        <thead>
          <tr>
            <th scope="col">Mine</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may come twice, and a row is only ever drawn again.
            <Row key={index} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row: { kind, mine, theirs, count } }: { row: LineRow }) {
  if (kind === 'left-out') {
    return (
      <tr>
        <td colSpan={2} className={css['leftOut']}>
          {count === 1 ? 'One equal line' : `${count} equal lines`}
        </td>
      </tr>
    );
  }
  if (kind === 'same') {
    return (
      <tr>
        <td className={css['line']}>{mine}</td>
        <td className={css['line']}>{theirs}</td>
      </tr>
    );
  }
  return (
    <tr>
      <td className={classNames(css['line'], css['mine'])}>
        {mine === undefined ? null : <del>{mine || ' '}</del>}
      </td>
      <td className={classNames(css['line'], css['theirs'])}>
        {theirs === undefined ? null : <ins>{theirs || ' '}</ins>}
      </td>
    </tr>
  );
}

/** A field may be a flag, a list, or a document. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}
