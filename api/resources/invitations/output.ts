// JSON forms of invitations (docs/reference/invitations.md#the-invitation-record).
import { type Invitation, invitationStatusOf } from '../../../shared/resources/invitations/invitation.ts';
import type { SentInvitation } from '../../../shared/resources/invitations/send.ts';
import { linkUrl } from '../../../shared/resources/one-time-links/link.ts';

/** An item of GET /invitations. */
export function toInvitationItem(invitation: Invitation, now: Date) {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    status: invitationStatusOf(invitation, now),
    invited_by: invitation.invitedBy,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  };
}

/** The answer of POST /invitations and POST /invitations/:id/resend: only these have the link. */
export function toNewInvitation({ invitation, token }: SentInvitation, publicUrl: string, now: Date) {
  const url = linkUrl(publicUrl, 'invitation', token);
  return { object: 'invitation', ...toInvitationItem(invitation, now), url };
}
