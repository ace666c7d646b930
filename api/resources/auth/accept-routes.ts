// Routes of accepting invitations. They need no credentials: the invited person may not exist yet.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { acceptInvitation } from '../../../shared/resources/people/members/invitations/accept.ts';
import { type Resource, route } from '../../route.ts';
import { clientOf } from '../../sessions/authenticate-session.ts';
import { acceptInvitationInput } from './accept-input.ts';
import { answerSignedIn } from './answer-signed-in.ts';

/** Routes of accepting. */
export const acceptRoutes: Resource = [
  route(OPERATIONS.acceptInvitation, { body: acceptInvitationInput }, async (call) => {
    const { deps, request, body } = call;
    const origin = { ...clientOf(request), now: deps.clock.now() };
    return await answerSignedIn(call, await acceptInvitation(deps, body, origin));
  }),
];
