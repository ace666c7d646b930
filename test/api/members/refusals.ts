// What members refuse (docs/reference/members.md).
import { ROLES } from '../../../shared/contract/members/values.ts';
import { each, type Refusal } from '../refusal.ts';

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects a role that does not exist with validation_error 422.',
    operation: 'updateMember',
    bodies: each('role', 'Admin', 'root', '', null, 1, ['admin'], ROLES),
  },
];
