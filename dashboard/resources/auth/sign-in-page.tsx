// Signing in: address and password, then the second factor of those who have one, and asking for another password. Each
// step has a URL; the links in mails lead to the second factor too. What was typed stays from step to step.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect, useLocation, useParams, useSearch } from 'wouter';
import type { Session } from '../../api/generated/types.ts';
import { adoptSession, SESSION_READ } from '../../api/session.ts';
import { AuthCard } from './auth-card.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { nextPath } from './next-path.ts';
import { QuietLink } from './quiet-link.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The page. */
export function SignInPage() {
  const { step } = useParams<{ step?: string }>();
  const search = useSearch();
  const parameters = new URLSearchParams(search);
  const next = nextPath(parameters.get('next'));
  const pathOf = (to: '' | '/second-factor' | '/forgot') => `/sign-in${to}${search ? `?${search}` : ''}`;
  const [, navigate] = useLocation();
  const [email, setEmail] = useState(parameters.get('email') ?? '');
  const signedIn = useSignedIn(() => navigate(next, { replace: true }));
  const isKnown = useHasSession();
  if (step === 'second-factor') {
    return (
      <AuthCard title="Two-factor authentication">
        <SecondFactorForm onSignedIn={signedIn} onStartAgain={() => navigate(pathOf(''))} />
      </AuthCard>
    );
  }
  if (step === 'forgot') {
    return (
      <AuthCard title="Reset your password">
        <ForgotForm email={email} onEmail={setEmail} back={pathOf('')} />
      </AuthCard>
    );
  }
  // A person with a session wants to go to the target.
  if (isKnown) return <Redirect to={next} replace />;
  return (
    <AuthCard title="Sign in" note="No sign-in yet? Ask an admin of your account to invite you.">
      <SignInForm
        email={email}
        onEmail={setEmail}
        onSignedIn={signedIn}
        onChallenge={() => navigate(pathOf('/second-factor'))}
      />
      <QuietLink href={pathOf('/forgot')}>Forgot your password?</QuietLink>
    </AuthCard>
  );
}

/** Applies a new session: no data of an earlier one may stay in memory. */
function useSignedIn(go: () => void): (session: Session) => void {
  const client = useQueryClient();
  return (session) => {
    client.clear();
    adoptSession(client, session);
    go();
  };
}

/** main.tsx has read the session if the browser sent a cookie, so this only checks. */
function useHasSession(): boolean {
  const { data } = useQuery<Session>({ ...SESSION_READ, enabled: false });
  return data !== undefined;
}
