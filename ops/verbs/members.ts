// Verbs for the members of accounts. The first owner of an account is invited by an operator (also by `create-account`).
import { ROLES, type Role } from '../../shared/contract/members/values.ts';
import { addressKey } from '../../shared/mail/addresses.ts';
import { requireAccount } from '../../shared/resources/foundation/accounts/account.ts';
import { createInvitation } from '../../shared/resources/people/members/invitations/create.ts';
import { invitationStatusOf } from '../../shared/resources/people/members/invitations/invitation.ts';
import { linkUrl } from '../../shared/resources/people/one-time-links/link.ts';
import { readAddress } from '../read-words.ts';
import { UsageError, type Verb } from '../verb.ts';

const ROLE = 'member';

export const inviteMemberVerb: Verb = {
  summary: 'Invites an address to an account. Prints the invitation link once, and also mails it.',
  parameters: ['account', 'address'],
  options: { role: { value: 'role', summary: `${ROLES.join(', ')}; default: ${ROLE}` } },
  audit: 'in transaction',
  async run({ account = '', address = '', role = ROLE }, { database, ids, service, act }) {
    const invited = { email: addressKey(readAddress(address)), role: readRole(role) };
    const { id: accountId } = await requireAccount(database, account);
    const { invitation, token } = await createInvitation({ database, ids }, { ...act, accountId }, invited);
    return {
      object: 'invitation',
      id: invitation.id,
      account_id: accountId,
      email: invitation.email,
      role: invitation.role,
      status: invitationStatusOf(invitation, act.now),
      created_at: invitation.createdAt,
      expires_at: invitation.expiresAt,
      invitation_url: linkUrl(service.publicUrl, 'invitation', token),
    };
  },
};

function readRole(text: string): Role {
  const role = ROLES.find((each) => each === text);
  if (role !== undefined) return role;
  throw new UsageError(`The role must be one of: ${ROLES.join(', ')}.`);
}
