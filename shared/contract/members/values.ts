// Members: the roles of people in an account (docs/reference/members.md#roles).

/** The roles, from the one that may do the most: each may do what those after it may. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;

/** A role of a person in an account. */
export type Role = (typeof ROLES)[number];

/** Whether a role may do what needs at least another one. */
export function isRoleEnough(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed);
}
