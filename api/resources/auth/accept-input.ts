// Input of POST /auth/accept (docs/reference/invitations.md#accepting-an-invitation).
import Joi from 'joi';
import { knownPassword, linkToken } from './password-input.ts';
import { personName } from './person-input.ts';

/** Body of POST /auth/accept. Whether a name and a password are needed, and which, depends on who has the address. */
export const acceptInvitationInput = Joi.object<{ token: string; name?: string; password?: string }>({
  token: linkToken().required(),
  name: personName().empty(Joi.valid('', null)),
  password: knownPassword(),
});
