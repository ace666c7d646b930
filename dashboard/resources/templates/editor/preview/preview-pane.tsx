// The mail as it would be with the sample, as the server renders it. While one types, what was shown before stays, dimmed.
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../../design/feedback/skeleton.tsx';
import { MailView } from '../../mail/mail-view.tsx';
import css from './preview.module.css';
import type { Preview } from './use-preview.ts';

/** The pane. */
export function PreviewPane({ found, failure, state, ask }: Preview) {
  return (
    <section aria-label="Preview" className={css['pane']}>
      {state === 'unfinished' && (
        <Notice kind="info">Complete the values and variables to see the email.</Notice>
      )}
      {failure && failure.problems.length === 0 && <FailureNote failure={failure} onRetry={ask} />}
      {failure && failure.problems.length > 0 && (
        <Notice kind="warn">
          {found ? 'This preview does not include the last changes. ' : ''}The problems are listed next to the
          source.
        </Notice>
      )}
      {found ? (
        <MailView
          mail={found}
          isOld={state !== 'known' || failure !== undefined}
          isAsking={state === 'asking'}
          isReduced
        />
      ) : (
        !failure && <Skeleton height={420} />
      )}
    </section>
  );
}
