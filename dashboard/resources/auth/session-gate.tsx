// Lets the pages be seen by whom a session exists. Without one it leads to the sign-in, and back afterwards. When the
// session ends while a page is open, the page stays unchanged, with what was typed, and one signs in over it; when
// another tab has gone to another account, the page says so and does nothing until one decides.
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { CAME_WITH_SESSION } from '../../api/base.ts';
import { whenSession } from '../../api/current-session.ts';
import type { ApiFailure } from '../../api/failure.ts';
import type { Session } from '../../api/generated/types.ts';
import { SESSION_KEY, SessionContext, useReadSession } from '../../api/session.ts';
import { useLive } from '../../api/use-call.ts';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import css from '../../design/layout/plain-page.module.css';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';

const { Component: SessionOver } = loadedLater(() =>
  import('./session-over.tsx').then((it) => it.SessionOver),
);

/** Shows its children with a session. */
export function SessionGate({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const known = client.getQueryData(SESSION_KEY) !== undefined;
  if (!CAME_WITH_SESSION && !known) return <ToSignIn />;
  return <WithSession>{children}</WithSession>;
}

function WithSession({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const read = useReadSession();
  const { data: session, error, refetch } = read;
  useLive('getSession', read, true);
  const [hasEnded, setEnded] = useState(false);
  const [other, setOther] = useState<Session>();
  useEffect(() => whenSession('ended', () => setEnded(true)), []);
  useEffect(() => whenSession('replaced', setOther), []);
  useEffect(
    () => whenSession('refused', () => void client.invalidateQueries({ queryKey: SESSION_KEY })),
    [client],
  );
  if (!session) return <NoSession error={error} onRetry={() => void refetch()} />;
  const goOn = () => {
    setEnded(false);
    setOther(undefined);
  };
  return (
    <SessionContext value={session}>
      {/* Forms and drafts of one account are never shown, or sent, in another. */}
      <Fragment key={`${session.person.id} ${session.account.id}`}>{children}</Fragment>
      {(other || hasEnded) && <SessionOver by={other} onBack={goOn} />}
    </SessionContext>
  );
}

function NoSession({ error, onRetry }: { error: ApiFailure | null; onRetry(): void }) {
  if (error?.isSignedOut) return <ToSignIn />;
  if (!error) return null;
  return (
    <main className={css['page']}>
      <FailureNote failure={error} onRetry={onRetry} />
    </main>
  );
}

function ToSignIn() {
  const [path] = useLocation();
  const search = useSearch();
  const next = `${path}${search ? `?${search}` : ''}`;
  return <Redirect to={next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`} replace />;
}
