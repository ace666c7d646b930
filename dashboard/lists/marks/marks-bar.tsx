// The bar of marked rows: their number, the acts on them, the progress, and failures with their reasons. It floats over
// the end of the list, so that nothing moves.
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Progress } from '../../design/data/progress.tsx';
import { ConfirmDialog } from '../../design/layout/confirm-dialog.tsx';
import { TextWithCode } from '../../design/text/text-with-code.tsx';
import css from './marks-bar.module.css';
import type { RowAct, RowActs } from './row-act.ts';
import { type ActRun, useActRun } from './use-act-run.ts';
import type { Marks } from './use-marks.ts';

type AnyRow = { id: string };

/** The input of the bar. */
export interface MarksBarProps {
  marks: Marks;
  /** How many rows are shown. */
  shown: number;
  of: RowActs<AnyRow>;
}

/** The bar; nothing while no row is marked. */
export function MarksBar({ marks, shown, of: { acts, nameOf } }: MarksBarProps) {
  const { run, begin, end, close } = useActRun<AnyRow>(marks);
  const bar = useRef<HTMLElement>(null);
  useFocusInBar(bar, stateOf(run, marks));
  if (!run && marks.rows.length === 0) return null;
  return (
    <section
      ref={bar}
      className={css['bar']}
      aria-label="Selected rows"
      data-run={run !== undefined || undefined}
    >
      {run && !run.isOver && (
        <div className={css['line']}>
          <div className={css['progress']}>
            <Progress label={run.act.running} done={run.done.length + run.failed.length} of={run.of} />
          </div>
          <Button onPress={end}>Stop</Button>
        </div>
      )}
      {run?.isOver && <Outcome run={run} nameOf={nameOf} onClose={close} />}
      {!run && <Choice marks={marks} shown={shown} acts={acts} onBegin={begin} />}
    </section>
  );
}

interface ChoiceProps {
  marks: Marks;
  shown: number;
  acts: readonly RowAct<AnyRow>[];
  onBegin(act: RowAct<AnyRow>, rows: readonly AnyRow[]): void;
}

function Choice({ marks, shown, acts, onBegin }: ChoiceProps) {
  const count = marks.rows.length;
  return (
    <div className={css['line']}>
      <span className={css['count']}>{count} selected</span>
      {count < shown && (
        <Button variant="quiet" size="small" onPress={marks.markShown}>
          Select all {shown}
        </Button>
      )}
      <span className={css['acts']}>
        {acts.map((act) => (
          <Act key={act.id} act={act} marked={marks.rows} onBegin={(rows) => onBegin(act, rows)} />
        ))}
        <IconButton label="Clear selection" icon={X} shortcut="Esc" onPress={marks.clear} />
      </span>
    </div>
  );
}

interface ActProps {
  act: RowAct<AnyRow>;
  marked: readonly AnyRow[];
  onBegin(rows: readonly AnyRow[]): void;
}

function Act({ act, marked, onBegin }: ActProps) {
  const [isOpen, setOpen] = useState(false);
  const rows = act.fits ? marked.filter((row) => act.fits?.(row)) : marked;
  const question = act.ask(rows, marked.length - rows.length);
  return (
    <>
      <Button
        icon={act.icon}
        size="small"
        refusal={act.refusal ?? (rows.length === 0 ? act.noneFits : undefined)}
        onPress={() => setOpen(true)}
      >
        {act.label(rows.length)}
      </Button>
      <ConfirmDialog
        {...question}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        refusal={act.refusal ?? question.refusal}
        onConfirm={() => {
          setOpen(false);
          onBegin(rows);
        }}
      />
    </>
  );
}

interface OutcomeProps {
  run: ActRun<AnyRow>;
  nameOf(row: AnyRow): string;
  onClose(): void;
}

/** The result of an unfinished act: what failed and why, and what was done before it was stopped. */
function Outcome({ run: { act, done, failed, of, isStopped }, nameOf, onClose }: OutcomeProps) {
  const left = of - done.length - failed.length;
  return (
    <div role="alert" className={css['report']}>
      <div className={css['line']}>
        <p>
          {done.length > 0 && act.done(done.length)}{' '}
          {failed.length > 0 && <strong className={css['bad']}>{failed.length} failed.</strong>}{' '}
          {left > 0 && `${left} of ${of} were not changed and are still selected.`}
        </p>
        <span className={css['acts']}>
          <Button size="small" onPress={onClose}>
            Close
          </Button>
        </span>
      </div>
      <ul className={css['failed']}>
        {failed.map(({ row, failure }) => (
          <li key={row.id}>
            <span className={css['name']}>{nameOf(row)}</span>
            <span className={css['reason']}>
              <TextWithCode text={failure.message} />
            </span>
          </li>
        ))}
        {isStopped &&
          done.map((row) => (
            <li key={row.id}>
              <span className={css['name']}>{nameOf(row)}</span>
              <span className={css['reason']}>Done</span>
            </li>
          ))}
      </ul>
    </div>
  );
}

type BarState = 'none' | 'choice' | 'running' | 'over';

function stateOf(run: ActRun<AnyRow> | undefined, { rows }: Marks): BarState {
  if (run) return run.isOver ? 'over' : 'running';
  return rows.length > 0 ? 'choice' : 'none';
}

/**
 * The button with the focus disappears when an act begins or ends, or with the last mark: the bar keeps the focus, or
 * the first row takes it.
 */
function useFocusInBar(bar: { current: HTMLElement | null }, state: BarState): void {
  const before = useRef(state);
  useEffect(() => {
    const wasThere = before.current !== 'none' && before.current !== state;
    before.current = state;
    const { activeElement } = document;
    if (!wasThere) return;
    if (activeElement !== document.body && !bar.current?.contains(activeElement)) return;
    const next = bar.current?.querySelector('button') ?? document.querySelector('[data-row-link]');
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }, [bar, state]);
}
