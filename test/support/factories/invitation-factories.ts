// Factory of invitations: both links, as if the mail had been sent.
import type { Pool } from 'pg';
import type { Role } from '../../../shared/contract/members/values.ts';
import { hashToken } from '../../../shared/platform/security/tokens.ts';
import { createToken } from '../../../shared/resources/foundation/sessions/session.ts';
import { createInvitation as invite } from '../../../shared/resources/people/members/invitations/create.ts';
import { createAccount } from './factories.ts';
import { factoryIds as ids } from './factory-ids.ts';
import { createPerson } from './people-factories.ts';

let invitations = 0;

/** Fields of an invitation that a test may set. */
export interface InvitationFields {
  /** By default a new account. */
  accountId?: string;
  /** By default one of its own at invited.acme.dev. */
  email?: string;
  role?: Role;
  /** By default a person who is not a member of the account. Null: an operator, whose shown link is proof, too. */
  invitedBy?: string | null;
  /** The time of the application. */
  now?: Date;
}

/** Inserts an invitation by a person, with the tokens of both links. */
export async function createInvitation(pool: Pool, fields: InvitationFields = {}) {
  invitations += 1;
  const { email = `bo${invitations}@invited.acme.dev`, role = 'viewer', now = new Date() } = fields;
  const accountId = fields.accountId ?? (await createAccount(pool)).id;
  const act = { accountId, actor: { type: 'operator' }, operation: 'ops invite-member', now } as const;
  const { invitation, token } = await invite({ database: pool, ids }, act, { email, role });
  const { invitedBy = (await createPerson(pool, { hasPassword: false })).id } = fields;
  await pool.query('UPDATE invitations SET invited_by = $2 WHERE id = $1', [invitation.id, invitedBy]);
  const mailedToken = await mailInvitation(pool, invitation.id);
  return { id: invitation.id, accountId, email, role, shownToken: token, mailedToken };
}

/** Gives the mailed link of an invitation a token, as its mail does. @returns the token */
export async function mailInvitation(pool: Pool, invitationId: string): Promise<string> {
  const token = createToken();
  await pool.query(
    'UPDATE one_time_links SET token_hash = $2, mail_due_at = NULL WHERE invitation_id = $1 AND is_mailed',
    [invitationId, hashToken(token)],
  );
  return token;
}
