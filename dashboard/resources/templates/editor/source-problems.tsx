// What the server has found to be wrong with a source, below its editor: each leads to its place.
import type { SourceProblem } from '../../../api/failure.ts';
import css from './editor.module.css';
import { PlaceList } from './place-list.tsx';
import type { SourcePlace } from './source-editor.ts';

interface SourceProblemsProps {
  problems: readonly SourceProblem[];
  /** The same as in PlaceList. */
  isWritten?: boolean | undefined;
  onJump(place: SourcePlace): void;
}

/** The list; nothing without a problem. */
export function SourceProblems({ problems, isWritten, onJump }: SourceProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <section aria-label="Problems in the source" role="status" className={css['problems']}>
      <PlaceList
        places={problems.map((each) => ({ ...each, level: 'error' }))}
        isWritten={isWritten}
        onJump={onJump}
      />
    </section>
  );
}
