// Routes of /members: list the people of an account, change their roles, remove them.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { deleteMember, updateMember } from '../../../shared/resources/people/members/change.ts';
import { MEMBER_LIST } from '../../../shared/resources/people/members/list.ts';
import { actOf } from '../../audit-writes.ts';
import { toList } from '../../page.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { listMembersQuery, updateMemberInput } from './input.ts';
import { toMember, toMemberItem } from './output.ts';

const params = { id: uuidOf('Member') };

/** Routes of members. */
export const memberRoutes: Resource = [
  route(OPERATIONS.listMembers, { query: listMembersQuery }, async ({ deps, caller, query }) =>
    toList(await findPageOf(deps.database, MEMBER_LIST, caller.accountId, query), toMemberItem),
  ),
  route(
    OPERATIONS.updateMember,
    { params, body: updateMemberInput },
    async ({ deps, caller, params: { id }, body }) => {
      const act = { ...actOf(caller), operation: 'updateMember', now: deps.clock.now() };
      return toMember(await updateMember(deps, act, id, body));
    },
  ),
  route(OPERATIONS.deleteMember, { params }, async ({ deps, caller, params: { id } }) => {
    const act = { ...actOf(caller), operation: 'deleteMember', now: deps.clock.now() };
    const deleted = await deleteMember(deps, act, id);
    return { object: 'member', id: deleted.id, deleted: true };
  }),
];
