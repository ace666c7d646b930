// The session of the person who looks: who they are, in which account, and what their role may do. Acts that it does
// not allow stay visible and say who may do them (`useRefusal`).
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { readBrowserSession } from './call.ts';
import {
  announceEnd,
  announceReplacement,
  currentSession,
  isSameIdentity,
  setCurrentSession,
} from './current-session.ts';
import { ApiFailure, asFailure, SESSION_REPLACED } from './failure.ts';
import { OPERATIONS } from './generated/operations.ts';
import type { Session } from './generated/types.ts';
import type { OperationId } from './request.ts';

/** The key of the session among the reads. */
export const SESSION_KEY = ['getSession', {}] as const;
/** Every role may do what those before it may. */
const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;

/** The session of all pages but those for signing in. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** Reads the session, and remembers its token. @throws ApiFailure, also when it is another one than the page shows */
export async function readSession(): Promise<Session> {
  try {
    const session = await readBrowserSession();
    const shown = currentSession();
    if (!shown || isSameIdentity(session, shown)) {
      setCurrentSession(session);
      return session;
    }
    announceReplacement(session);
    throw new ApiFailure({ status: 403, name: SESSION_REPLACED, message: 'The session has changed.' });
  } catch (error) {
    const failure = asFailure(error);
    if (failure.isSignedOut && currentSession()) announceEnd();
    throw failure;
  }
}

/** The read of the session, for code that reads ahead or checks for it. */
export const SESSION_READ = { queryKey: SESSION_KEY, queryFn: readSession };

/** Reads the session in a component; it is read again when the window gets the focus. */
export function useReadSession() {
  return useQuery<Session, ApiFailure>({
    ...SESSION_READ,
    refetchOnWindowFocus: 'always',
    staleTime: Infinity,
  });
}

/** After signing in, or whatever answered another session: everything else is read again. */
export function adoptSession(client: QueryClient, session: Session): void {
  const shown = currentSession();
  if (shown && !isSameIdentity(session, shown)) {
    // Nothing of another account stays, not even while it is read again.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  }
  setCurrentSession(session);
  client.setQueryData(SESSION_KEY, session);
  void client.invalidateQueries();
}

/** The session. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('This component is shown before anybody is signed in.');
  return session;
}

/** Why the person may not do this; undefined: they may. */
export function useRefusal(id: OperationId): string | undefined {
  const { role } = useSession();
  return refusalFor(id, role);
}

/** Why a person of a role may not do this; undefined: they may. */
export function refusalFor(id: OperationId, role: Session['role']): string | undefined {
  const operation = OPERATIONS[id];
  if (!('role' in operation) || ROLES.indexOf(role) >= ROLES.indexOf(operation.role)) return undefined;
  const who = {
    member: 'Members, admins and owners',
    admin: 'Admins and owners',
    owner: 'Owners',
  };
  return `${who[operation.role]} can do this. Your role is ${role}.`;
}
