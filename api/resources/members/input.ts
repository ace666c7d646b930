// Input of /members (docs/reference/members.md).
import Joi from 'joi';
import { ROLES, type Role } from '../../../shared/contract/members/values.ts';
import { pageQuery } from '../../page.ts';

/** Schema of a role. */
export const memberRole = Joi.string().valid(...ROLES);

/** Body of PATCH /members/:id. */
export const updateMemberInput = Joi.object<{ role?: Role }>({
  role: memberRole.description(
    'The new role. Only an owner can make a member an owner or change the role of an owner',
  ),
});

/** Query of GET /members. */
export const listMembersQuery = pageQuery;
