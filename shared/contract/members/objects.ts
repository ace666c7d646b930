// Members: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { FLAG, ID, type ObjectFields, TEXT, TIME } from '../shapes.ts';
import { ROLES } from './values.ts';

const MEMBER = {
  id: ID,
  person_id: ID,
  email: TEXT,
  name: TEXT,
  role: { enum: ROLES },
  second_factor: FLAG,
  created_at: TIME,
} as const;

/** Name of an object → its fields. */
export const MEMBER_OBJECTS = {
  Member: { object: { const: 'member' }, ...MEMBER },
  MemberItem: MEMBER,
  DeletedMember: { object: { const: 'member' }, id: ID, deleted: { const: true } },
} as const satisfies Record<string, ObjectFields>;
