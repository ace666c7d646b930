// Routes of /auth: signing in with address and password, and the second factor after it. They need no credentials.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { answerChallenge } from '../../../shared/resources/people/log-in/answer-challenge.ts';
import { logIn } from '../../../shared/resources/people/log-in/log-in.ts';
import { type Resource, route } from '../../route.ts';
import { challengeTokenOf, clientOf } from '../../sessions/authenticate-session.ts';
import { answerSignedIn } from './answer-signed-in.ts';
import { answerTotpChallengeInput, loginInput } from './input.ts';

/** Routes of signing in. */
export const signInRoutes: Resource = [
  route(OPERATIONS.login, { body: loginInput }, async (call) => {
    const { deps, request, body } = call;
    const origin = { ...clientOf(request), now: deps.clock.now() };
    return await answerSignedIn(call, await logIn(deps, body, origin));
  }),
  route(OPERATIONS.answerTotpChallenge, { body: answerTotpChallengeInput }, async (call) => {
    const { deps, request, body } = call;
    const { code, recovery_code: recoveryCode } = body;
    const token = challengeTokenOf(request, deps.config.publicUrl);
    const origin = { ...clientOf(request), now: deps.clock.now() };
    const session = await answerChallenge(deps, { token, code, recoveryCode }, origin);
    return await answerSignedIn(call, { kind: 'session', session });
  }),
];
