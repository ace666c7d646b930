// Routes of second factors: set up, enable and disable them. Signing in with one is in sign-in-routes.ts.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { disableTotp } from '../../../shared/resources/people/people/second-factor/disable.ts';
import { enableTotp } from '../../../shared/resources/people/people/second-factor/enable.ts';
import { setUpTotp } from '../../../shared/resources/people/people/second-factor/set-up.ts';
import { type Resource, route } from '../../route.ts';
import { setSessionCookie } from '../../sessions/authenticate-session.ts';
import { answerRenewed, ownActOf } from './own-act.ts';
import { enableTotpInput, ownPasswordInput } from './second-factor-input.ts';

/** Routes of second factors. */
export const secondFactorRoutes: Resource = [
  route(OPERATIONS.setUpTotp, { body: ownPasswordInput }, async ({ deps, caller, body }) => {
    const { secret, uri } = await setUpTotp(deps, ownActOf(caller, deps), body.password);
    return { object: 'totp_setup', secret, uri };
  }),
  route(OPERATIONS.enableTotp, { body: enableTotpInput }, async ({ deps, caller, body, response }) => {
    const { token, recoveryCodes } = await enableTotp(deps, ownActOf(caller, deps), body.code);
    setSessionCookie(response, deps.config.publicUrl, token);
    return { object: 'recovery_codes', codes: recoveryCodes };
  }),
  route(OPERATIONS.disableTotp, { body: ownPasswordInput }, async (call) => {
    const { deps, caller, body } = call;
    const token = await disableTotp(deps, ownActOf(caller, deps), body.password);
    return await answerRenewed(call, token);
  }),
];
