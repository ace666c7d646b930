// Invitations: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const INVITATION_FIELDS: FieldDescriptions = {
  email: 'Address that is invited, in lower case',
  'createInvitation.email': 'Address to invite, `email@domain` without a name',
  role: 'Role that the person gets: `owner`, `admin`, `member` or `viewer`',
  'createInvitation.role':
    'Role that the person gets: `owner`, `admin`, `member` or `viewer`. Only an owner may invite an owner',
  status: '`pending`, or `expired`: its links are not valid any more, but it can be sent again',
  invited_by: 'Id of the person who has invited, or has sent the invitation again; null: an operator',
  created_at: 'When the invitation was created',
  expires_at: 'When its links expire',
  url: 'A link with which the invitation can be accepted, once. It is shown only here; another one was mailed to the address',
  deleted: 'True: the invitation was withdrawn',
};
