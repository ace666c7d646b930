// A path that leads nowhere.
import { ButtonLink } from '../design/controls/button.tsx';
import { EmptyState } from '../design/feedback/empty-state.tsx';
import { PageHeader } from '../design/layout/page-header.tsx';
import css from './frame.module.css';

/** Says so. */
export function NotFound() {
  return (
    <div className={css['plain']}>
      <PageHeader title="There is no such page" />
      <EmptyState
        title="The link is incomplete, or old"
        action={<ButtonLink href="/">To the overview</ButtonLink>}
      >
        Press <kbd>Ctrl K</kbd> and type what you look for, or paste an id.
      </EmptyState>
    </div>
  );
}
