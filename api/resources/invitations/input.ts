// Input of /invitations (docs/reference/invitations.md).
import Joi from 'joi';
import type { NewInvitation } from '../../../shared/resources/people/members/invitations/create.ts';
import { addressInput } from '../../input/text-inputs.ts';
import { pageQuery } from '../../page.ts';
import { memberRole } from '../members/input.ts';

/** Body of POST /invitations. After validation the address is in key form (shared/mail/addresses.ts). */
export const createInvitationInput = Joi.object<NewInvitation>({
  email: addressInput().required().description('Address to invite, `email@domain` without a name'),
  role: memberRole
    .empty(null)
    .required()
    .description(
      'Role that the person gets: `owner`, `admin`, `member` or `viewer`. Only an owner may invite an owner',
    ),
});

/** Query of GET /invitations. */
export const listInvitationsQuery = pageQuery;
