// The answer to everything that signs in: the cookie of the session and the session, or the cookie of a challenge. The
// session that the client had before is ended.
import { endSessionOf } from '../../../shared/resources/foundation/sessions/end.ts';
import type { SignedIn } from '../../../shared/resources/people/sign-in/begin.ts';
import type { Call } from '../../route.ts';
import { sessionTokenOf, setSessionCookie } from '../../sessions/authenticate-session.ts';
import { setCookie } from '../../sessions/cookies.ts';
import { toSession } from './output.ts';

/** A request that signs in. */
type SignInCall = Pick<Call, 'deps' | 'request' | 'response'>;

/** Sets the cookies and answers the session, or the challenge. */
export async function answerSignedIn(call: SignInCall, signedIn: SignedIn): Promise<object> {
  await setSignedIn(call, signedIn);
  if (signedIn.kind === 'challenge')
    return { object: 'totp_challenge', expires_at: signedIn.expiresAt.toISOString() };
  return toSession(signedIn.session.described);
}

/** Sets the cookies, and ends the session that the client had before. */
export async function setSignedIn(
  { deps, request, response }: SignInCall,
  signedIn: SignedIn,
): Promise<void> {
  const { database, clock, config } = deps;
  const { publicUrl } = config;
  const before = sessionTokenOf(request, publicUrl);
  if (before !== undefined) await endSessionOf(database, before);
  if (signedIn.kind === 'challenge') {
    const { token, expiresAt } = signedIn;
    const maxAgeMs = expiresAt.getTime() - clock.now().getTime();
    setCookie(response, 'challenge', { publicUrl, token, maxAgeMs });
    return;
  }
  setSessionCookie(response, publicUrl, signedIn.session.token);
  setCookie(response, 'challenge', { publicUrl, token: '', maxAgeMs: 0 });
}
