// What has come to need a person while the page was open: a line that shows its rows when it is pressed.
import { Dot } from '../../../design/text/status.tsx';
import css from './needs.module.css';
import type { Needs } from './use-needs.ts';

/** It replaces the line below the title, so that nothing moves. */
export function MoreNeeds({ needs: { waiting, show } }: { needs: Needs }) {
  return (
    <button type="button" className={css['more']} onClick={show}>
      <Dot tone="bad" isOpen />
      {waiting === 1 ? '1 more item needs attention' : `${waiting} more items need attention`}
    </button>
  );
}
