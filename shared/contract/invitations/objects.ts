// Invitations: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { ROLES } from '../members/values.ts';
import { ID, ID_OR_NULL, type ObjectFields, TEXT, TIME } from '../shapes.ts';
import { INVITATION_STATUSES } from './values.ts';

const INVITATION = {
  id: ID,
  email: TEXT,
  role: { enum: ROLES },
  status: { enum: INVITATION_STATUSES },
  invited_by: ID_OR_NULL,
  created_at: TIME,
  expires_at: TIME,
} as const;

/** Name of an object → its fields. */
export const INVITATION_OBJECTS = {
  InvitationItem: INVITATION,
  NewInvitation: { object: { const: 'invitation' }, ...INVITATION, url: TEXT },
  DeletedInvitation: { object: { const: 'invitation' }, id: ID, deleted: { const: true } },
} as const satisfies Record<string, ObjectFields>;
