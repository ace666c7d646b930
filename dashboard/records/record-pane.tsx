// The frame of an open record: its name, its acts, and the way back to the list. It reads the record, keeps it up to
// date, and shows failures.
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ApiFailure } from '../api/failure.ts';
import { IconButton } from '../design/controls/icon-button.tsx';
import { EmptyState } from '../design/feedback/empty-state.tsx';
import { FailureNote } from '../design/feedback/failure-note.tsx';
import { OutOfDate } from '../design/feedback/out-of-date.tsx';
import { Skeleton } from '../design/feedback/skeleton.tsx';
import { useFocusOnArrival } from './into-record.ts';
import css from './record-pane.module.css';

interface RecordPaneProps {
  title: ReactNode;
  /** Next to the title, as the status. */
  mark?: ReactNode;
  actions?: ReactNode;
  /** The list of the record, below /app. */
  listPath: string;
  children: ReactNode;
}

/** The frame of a record. */
export function RecordPane({ title, mark, actions, listPath, children }: RecordPaneProps) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const heading = useFocusOnArrival();
  const close = () => navigate(search ? `${listPath}?${search}` : listPath);
  return (
    <article className={css['pane']}>
      <header className={css['head']}>
        <div className={css['title']}>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {mark}
        </div>
        {actions !== undefined && <div className={css['actions']}>{actions}</div>}
        <div className={css['close']}>
          <IconButton label="Close record" icon={X} shortcut="Esc" onPress={close} />
        </div>
      </header>
      {children}
    </article>
  );
}

interface RecordStateProps<Answer> {
  /** The result of `useCall`. */
  read: { data: Answer | undefined; error: ApiFailure | null; refetch(): unknown };
  listPath: string;
  /** `email`: what there is none of. */
  what: string;
  /** Whether it is read again every two seconds, like all records that are not too large for that. */
  isLive?: boolean;
  children(answer: Answer): ReactNode;
}

/** Shows a record once it is there; before, a skeleton of its size; or the failure. */
export function RecordState<Answer>(props: RecordStateProps<Answer>) {
  const { read, listPath, what, isLive = true, children } = props;
  const { data, error } = read;
  const retry = () => void read.refetch();
  if (error && (!data || error.status === 404)) {
    return (
      <RecordPane
        title={error.status === 404 ? `This ${what} does not exist` : `This ${what} could not be loaded`}
        listPath={listPath}
      >
        {error.status === 404 ? (
          <EmptyState title="Not found">
            It was deleted, belongs to another account, or the link is incomplete.
          </EmptyState>
        ) : (
          <FailureNote failure={error} onRetry={retry} />
        )}
      </RecordPane>
    );
  }
  if (data) {
    return (
      <>
        {error && (
          <div className={css['note']}>
            <OutOfDate what={`This ${what}`} failure={error} onRetry={isLive ? undefined : retry} />
          </div>
        )}
        {children(data)}
      </>
    );
  }
  return (
    <RecordPane title={<Skeleton width={220} height={24} />} listPath={listPath}>
      <Skeleton height={320} />
    </RecordPane>
  );
}
