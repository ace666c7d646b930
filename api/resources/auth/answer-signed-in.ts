// The answer to everything that signs in: the cookie of the session and the session, or the cookie of a challenge. The
// session that the client had before is ended.
import { describeSession } from '../../../shared/resources/sessions/describe.ts';
import { endSessionOf } from '../../../shared/resources/sessions/end.ts';
import type { SignedIn } from '../../../shared/resources/sign-in/begin.ts';
import type { Call } from '../../route.ts';
import { sessionTokenOf, setSessionCookie } from '../../sessions/authenticate-session.ts';
import { setCookie } from '../../sessions/cookies.ts';
import { toSession } from './output.ts';

/** Sets the cookies and answers the session, or the challenge. */
export async function answerSignedIn(
  { deps, request, response }: Pick<Call, 'deps' | 'request' | 'response'>,
  signedIn: SignedIn,
): Promise<object> {
  const { database, clock, config } = deps;
  const { publicUrl } = config;
  const before = sessionTokenOf(request, publicUrl);
  if (before !== undefined) await endSessionOf(database, before);
  if (signedIn.kind === 'challenge') {
    const { token, expiresAt } = signedIn;
    const maxAgeMs = expiresAt.getTime() - clock.now().getTime();
    setCookie(response, 'challenge', { publicUrl, token, maxAgeMs });
    return { object: 'totp_challenge', expires_at: expiresAt.toISOString() };
  }
  setSessionCookie(response, publicUrl, signedIn.session.token);
  setCookie(response, 'challenge', { publicUrl, token: '', maxAgeMs: 0 });
  return toSession(await describeSession(database, signedIn.session.id));
}
