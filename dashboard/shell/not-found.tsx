// A path that leads nowhere, or to a page that is not built yet.
import { useLocation } from 'wouter';
import { BASE } from '../api/base.ts';
import { ButtonLink } from '../design/controls/button.tsx';
import { EmptyState } from '../design/feedback/empty-state.tsx';
import { PageHeader } from '../design/layout/page-header.tsx';
import css from '../design/layout/plain-page.module.css';
import { missingPageOf } from './missing-pages.ts';

/** Says so, and what there is. */
export function NotFound() {
  const [path] = useLocation();
  const missing = missingPageOf(path);
  return (
    <div className={css['page']}>
      <PageHeader title={missing?.label ?? 'Page not found'} />
      {missing ? (
        <EmptyState
          title={`${missing.label} are not in the dashboard yet.`}
          action={
            <ButtonLink href={`${BASE}${missing.documentation}`} isExternal>
              Read the documentation
            </ButtonLink>
          }
        >
          You can use them through the API and the command line.
        </EmptyState>
      ) : (
        <EmptyState
          title="The link is incomplete or outdated"
          action={<ButtonLink href="/">Go to overview</ButtonLink>}
        >
          Press <kbd>Ctrl K</kbd> and search, or paste an id.
        </EmptyState>
      )}
    </div>
  );
}
