// Routes of passwords: change, forget and reset them.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { changePassword } from '../../../shared/resources/people/people/passwords/change.ts';
import {
  requestPasswordReset,
  resetPassword,
} from '../../../shared/resources/people/people/passwords/reset.ts';
import { type Resource, route } from '../../route.ts';
import { clientOf } from '../../sessions/authenticate-session.ts';
import { answerSignedIn } from './answer-signed-in.ts';
import { answerRenewed, ownActOf } from './own-act.ts';
import { changePasswordInput, forgotPasswordInput, resetPasswordInput } from './password-input.ts';

/** Routes of passwords. */
export const passwordRoutes: Resource = [
  route(OPERATIONS.changePassword, { body: changePasswordInput }, async (call) => {
    const { deps, caller, body } = call;
    const { current_password: currentPassword, password } = body;
    const token = await changePassword(deps, ownActOf(caller, deps), { currentPassword, password });
    return await answerRenewed(call, token);
  }),
  route(OPERATIONS.forgotPassword, { body: forgotPasswordInput }, async ({ deps, body, request }) => {
    const { address: networkAddress } = clientOf(request);
    await requestPasswordReset(deps, { email: body.email, networkAddress, now: deps.clock.now() });
    return { object: 'password_reset_request', email: body.email };
  }),
  route(OPERATIONS.resetPassword, { body: resetPasswordInput }, async (call) => {
    const { deps, body, request } = call;
    const origin = { ...clientOf(request), now: deps.clock.now() };
    return await answerSignedIn(call, await resetPassword(deps, body, origin));
  }),
];
