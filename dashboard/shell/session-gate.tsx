// Lets the pages be seen by whom a session exists. Without one it leads to the sign-in, and back afterwards. When the
// session ends while a page is open, the page stays as it is, with what was typed, and one signs in over it.
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { CAME_WITH_SESSION } from '../api/base.ts';
import { whenRoleRefused, whenSignedOut } from '../api/call.ts';
import { SESSION_KEY, SessionContext, useReadSession } from '../api/session.ts';
import { FailureNote } from '../design/feedback/failure-note.tsx';
import css from './frame.module.css';

const SessionEnded = lazy(() =>
  import('../resources/auth/session-ended.tsx').then((it) => ({ default: it.SessionEnded })),
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
  const { data: session, error, refetch } = useReadSession();
  const [hasEnded, setEnded] = useState(false);
  const account = useRef(session?.account.id);
  useEffect(() => whenSignedOut(() => setEnded(true)), []);
  useEffect(() => whenRoleRefused(() => void client.invalidateQueries({ queryKey: SESSION_KEY })), [client]);
  useEffect(() => {
    if (!session) return;
    // Another tab went to another account: nothing of the one before may stay on the screen.
    if (account.current !== undefined && account.current !== session.account.id) {
      // What is open is read again at once; removed queries would leave it with the answers of before.
      void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
    }
    account.current = session.account.id;
  }, [session, client]);
  if (!session) {
    if (error?.isSignedOut) return <ToSignIn />;
    if (error) {
      return (
        <main className={css['plain']}>
          <FailureNote failure={error} onRetry={() => void refetch()} />
        </main>
      );
    }
    return null;
  }
  return (
    <SessionContext value={session}>
      {children}
      {hasEnded && (
        <Suspense fallback={null}>
          <SessionEnded email={session.person.email} onSignedIn={() => setEnded(false)} />
        </Suspense>
      )}
    </SessionContext>
  );
}

function ToSignIn() {
  const [path] = useLocation();
  const search = useSearch();
  const next = `${path}${search ? `?${search}` : ''}`;
  return <Redirect to={next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`} replace />;
}
