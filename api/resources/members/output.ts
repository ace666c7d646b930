// JSON forms of members (docs/reference/members.md#the-member-record).
import type { Member } from '../../../shared/resources/people/members/member.ts';

/** An item of GET /members. */
export function toMemberItem(member: Member) {
  return {
    id: member.id,
    person_id: member.personId,
    email: member.email,
    name: member.name,
    role: member.role,
    second_factor: member.hasSecondFactor,
    created_at: member.createdAt.toISOString(),
  };
}

/** The answer of PATCH /members/:id. */
export function toMember(member: Member) {
  return { object: 'member', ...toMemberItem(member) };
}
