// Invitations: the objects in answers, as JSON Schemas.
import { ROLES } from '../members/values.ts';
import * as field from '../shapes.ts';
import { LINK_MAIL } from './link-mail.ts';
import { INVITATION_STATUSES } from './values.ts';

const INVITATION = {
  id: field.ID,
  email: field.text('Invited address, in lower case'),
  role: field.oneOf('Role that the person gets: `owner`, `admin`, `member` or `viewer`', ROLES),
  status: field.oneOf(
    '`pending`, or `expired`: its links no longer work, but it can be sent again',
    INVITATION_STATUSES,
  ),
  invited_by: field.idOrNull('Id of the person who sent the invitation last; null: an operator'),
  created_at: field.time('When the invitation was created'),
  expires_at: field.time('When its links expire'),
  ...LINK_MAIL,
} as const;

/** Name of an object → its fields. */
export const INVITATION_OBJECTS = {
  InvitationItem: INVITATION,
  NewInvitation: {
    object: field.type('invitation'),
    ...INVITATION,
    url: field.text(
      'A link that accepts the invitation once. Only this response contains it; the address was mailed a different link',
    ),
  },
  DeletedInvitation: field.deleted('invitation', 'True: the invitation was withdrawn'),
} as const satisfies Record<string, field.ObjectFields>;
