// Members: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const MEMBER_FIELDS: FieldDescriptions = {
  person_id: 'Id of the person, the same in all of their accounts',
  email: 'Address with which the person signs in',
  name: 'Name of the person',
  role: '`owner`, `admin`, `member` or `viewer`: each may do what those after it may',
  'updateMember.role': 'The new role. Only an owner may make somebody an owner, or change the role of one',
  second_factor: 'True: the person signs in with a second factor',
  created_at: 'When the person became a member',
  deleted: 'True: the person is no member of the account any more',
};
