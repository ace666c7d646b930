// The roles of members: what each may do, and which changes a person may make to whom
// (docs/reference/members.md#roles). The server decides; here the page says beforehand what it will say.
import type { MemberItem } from '../../api/generated/types.ts';

export type Role = MemberItem['role'];

/** The roles, each may do what those before it may. */
export const ROLES: readonly { id: Role; label: string; hint: string }[] = [
  { id: 'viewer', label: 'Viewer', hint: 'Can read everything except secrets. Cannot change anything.' },
  {
    id: 'member',
    label: 'Member',
    hint: 'Can send, and can create and delete everything in the account, including API keys.',
  },
  { id: 'admin', label: 'Admin', hint: 'Can also invite and remove people, and change the account.' },
  {
    id: 'owner',
    label: 'Owner',
    hint: 'Can do everything, including making other people owners. Receives notices about the account.',
  },
];

/** The name of a role. */
export function roleLabel(role: Role): string {
  return ROLES.find(({ id }) => id === role)?.label ?? role;
}

/** The member, whether alone, and the acting person. */
interface Change {
  actor: Role;
  target: Role;
  /** The account has no other owner, as far as the page knows. */
  isLastOwner: boolean;
}

/**
 * Why a person may not change or remove a member; undefined: they may.
 * @param next the new role; undefined: the member is removed
 */
export function changeRefusal({ actor, target, isLastOwner }: Change, next?: Role): string | undefined {
  if (actor !== 'owner' && actor !== 'admin') {
    return `Admins and owners can do this. Your role is ${actor}.`;
  }
  if (actor === 'admin' && target === 'owner') return 'Only owners can change or remove an owner.';
  if (actor === 'admin' && next === 'owner') return 'Only owners can make a member an owner.';
  if (isLastOwner && next !== 'owner')
    return 'An account needs an owner: make another member an owner first.';
  return undefined;
}

/** Why a person may not invite with a role, or resend or withdraw such an invitation; undefined: they may. */
export function inviteRefusal(actor: Role, role: Role): string | undefined {
  if (actor !== 'owner' && actor !== 'admin') {
    return `Admins and owners can do this. Your role is ${actor}.`;
  }
  return role === 'owner' && actor === 'admin' ? 'Only owners can invite owners.' : undefined;
}

/**
 * Whether a member is the one owner of the account.
 * @param members all of them; undefined: there are more than are known, so the server has to say
 */
export function isLastOwner(
  member: Pick<MemberItem, 'role'>,
  members: readonly Pick<MemberItem, 'role'>[] | undefined,
): boolean {
  return member.role === 'owner' && members?.filter(({ role }) => role === 'owner').length === 1;
}
