// The session has ended while a page is open: the same person signs in over it, and the page keeps what was typed. Another
// person, or an account that cannot be opened again, gets the page from the start.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { APP_BASE } from '../../api/base.ts';
import { callAs } from '../../api/call.ts';
import type { Session } from '../../api/generated/types.ts';
import { adoptSession, readSession, useSession } from '../../api/session.ts';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import css from './quiet-link.module.css';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface SessionEndedProps {
  /** The address of the person whose session has ended. */
  email: string;
  onSignedIn(): void;
}

/** The dialog over the page. */
export function SessionEnded({ email, onSignedIn }: SessionEndedProps) {
  const [isChallenged, setChallenged] = useState(false);
  const settle = useSettle(onSignedIn);
  return (
    <Dialog title="Your session has ended" isOpen onClose={() => {}} isDismissable={false}>
      <Stack gap={4}>
        <p>Sign in again to continue. Your changes on this page are still here.</p>
        {isChallenged ? (
          <SecondFactorForm onSignedIn={settle} onStartAgain={() => setChallenged(false)} />
        ) : (
          <SignInForm email={email} onSignedIn={settle} onChallenge={() => setChallenged(true)} />
        )}
        <a className={css['quiet']} href={`${APP_BASE}/sign-in`}>
          Leave this page and sign in
        </a>
      </Stack>
    </Dialog>
  );
}

/** @returns continues with a session: as before, or by loading the page again */
function useSettle(onSignedIn: () => void): (session: Session) => void {
  const client = useQueryClient();
  const before = useSession();
  const goOn = async (session: Session) => {
    // Reads without a session would report again that it has ended.
    await client.cancelQueries();
    adoptSession(client, session);
    onSignedIn();
  };
  const settle = async (session: Session) => {
    if (session.person.id !== before.person.id) return location.reload();
    if (session.account.id === before.account.id) return await goOn(session);
    try {
      await goOn(await callAs(session, 'switchAccount', { body: { account_id: before.account.id } }));
    } catch {
      location.reload();
    }
  };
  // The person may have signed in again in another tab.
  const look = useEffectEvent(async () => {
    if (document.hidden) return;
    // The page learns of another person or account in another way (session-replaced.tsx).
    const session = await readSession().catch(() => undefined);
    if (session) await goOn(session);
  });
  useEffect(() => {
    const listen = () => void look();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
  return (session) => void settle(session);
}
