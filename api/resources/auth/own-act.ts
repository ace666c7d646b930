// A signed-in person's act on their own sign-in (shared/resources/people/people/own-act.ts), and its answer: the same
// session, under a new token.

import { describeSession } from '../../../shared/resources/foundation/sessions/describe.ts';
import type { OwnAct } from '../../../shared/resources/people/people/own-act.ts';
import type { SessionCaller } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import type { Call } from '../../route.ts';
import { setSessionCookie } from '../../sessions/authenticate-session.ts';
import { toSession } from './output.ts';

/** The actor and the client. */
export function ownActOf({ personId, sessionId, client }: SessionCaller, { clock }: ApiDeps): OwnAct {
  return { personId, sessionId, ...client, now: clock.now() };
}

/** Sets the cookie of the new token, and answers the session. */
export async function answerRenewed(
  {
    deps,
    caller,
    response,
  }: Pick<Call<string, { query: unknown; body: unknown }, SessionCaller>, 'deps' | 'caller' | 'response'>,
  token: string,
): Promise<object> {
  setSessionCookie(response, deps.config.publicUrl, token);
  return toSession(await describeSession(deps.database, caller.sessionId));
}
