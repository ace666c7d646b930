// JSON forms of invitations (docs/reference/invitations.md#the-invitation-record).
import {
  type Invitation,
  invitationStatusOf,
} from '../../../shared/resources/people/members/invitations/invitation.ts';
import type { SentInvitation } from '../../../shared/resources/people/members/invitations/send.ts';
import { linkUrl } from '../../../shared/resources/people/one-time-links/link.ts';
import {
  type LinkMailState,
  MAIL_WAITS,
} from '../../../shared/resources/people/one-time-links/mail-state.ts';

/** An item of GET /invitations. */
export function toInvitationItem(invitation: Invitation & { mail: LinkMailState }, now: Date) {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    status: invitationStatusOf(invitation, now),
    invited_by: invitation.invitedBy,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
    ...toLinkMail(invitation.mail),
  };
}

/** The result of the mail of a link. */
export function toLinkMail({ status, failure }: LinkMailState) {
  return { mail_status: status, mail_failure: failure };
}

/** The answer of POST /invitations and POST /invitations/:id/resend: only these have the link. */
export function toNewInvitation({ invitation, token }: SentInvitation, publicUrl: string, now: Date) {
  const url = linkUrl(publicUrl, 'invitation', token);
  return { object: 'invitation', ...toInvitationItem({ ...invitation, mail: MAIL_WAITS }, now), url };
}
