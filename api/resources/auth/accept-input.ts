// Input of POST /auth/accept (docs/reference/invitations.md#accepting-an-invitation).
import Joi from 'joi';
import { PERSON_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { lineInput } from '../../input/text-inputs.ts';
import { knownPassword, linkToken } from './password-input.ts';

/**
 * Body of POST /auth/accept. Whether a name and a password are needed, and which, depends on the person with the
 * address.
 */
export const acceptInvitationInput = Joi.object<{ token: string; name?: string; password?: string }>({
  token: linkToken().required().description('Token from the link of the invitation'),
  name: lineInput(PERSON_NAME_MAX_LENGTH)
    .empty(Joi.valid('', null))
    .description(
      'Your name, up to 200 characters. Required if no person has this address yet, ignored otherwise',
    ),
  password: knownPassword().description(
    'If no person has this address yet, a new password of 10 to 256 characters that is not your address; otherwise your current password',
  ),
});
