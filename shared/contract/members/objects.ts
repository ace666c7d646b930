// Members: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { ROLES } from './values.ts';

const MEMBER = {
  id: field.ID,
  person_id: field.id('Id of the person, the same in all of their accounts'),
  email: field.text('Address that the person signs in with'),
  name: field.text('Name of the person'),
  role: field.oneOf(
    '`owner`, `admin`, `member` or `viewer`. Each role includes the permissions of the roles after it',
    ROLES,
  ),
  second_factor: field.flag('True: the person signs in with a second factor'),
  created_at: field.time('When the person became a member'),
} as const;

/** Name of an object → its fields. */
export const MEMBER_OBJECTS = {
  Member: { object: field.type('member'), ...MEMBER },
  MemberItem: MEMBER,
  DeletedMember: field.deleted('member', 'True: the person is no longer a member of the account'),
} as const satisfies Record<string, field.ObjectFields>;
