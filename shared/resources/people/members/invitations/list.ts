// The list of the invitations of an account: pending and expired ones.
import type { List } from '../../../../platform/db/list.ts';
import type { Mailed } from '../../one-time-links/mail-state.ts';
import { INVITATION_COLUMNS, type Invitation } from './invitation.ts';

/** An invitation with its mailed link; there is one at a time (one-time-links/delete-of-invitation.ts). */
type ListedInvitation = Invitation & Mailed;

export const INVITATION_LIST: List<ListedInvitation> = {
  columns: `${INVITATION_COLUMNS}, (SELECT link.id FROM one_time_links AS link
    WHERE link.invitation_id = invitations.id AND link.is_mailed LIMIT 1) AS "mailedLinkId"`,
  from: 'invitations',
  within: 'account_id',
};
