// Finds one-time links by their token, and uses them up: a used link is removed, or has expired. The act that the link
// allows happens in the same transaction, so a refused request does not use up the link.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import { isToken } from '../../foundation/sessions/session.ts';
import { type LinkPurpose, linkNotValid, type OneTimeLink } from './link.ts';

/** A token that a client presents, and what for. */
export interface PresentedLink {
  purpose: LinkPurpose;
  token: string;
  now: Date;
}

const COLUMNS = `id, purpose, email, account_id AS "accountId", invitation_id AS "invitationId", is_mailed AS "isMailed"`;

/** Finds a link without taking it. @returns undefined: it is unknown, used or expired */
export async function findLink(
  database: Queryable,
  { purpose, token, now }: PresentedLink,
): Promise<OneTimeLink | undefined> {
  if (!isToken(token)) return undefined;
  const { rows } = await database.query<OneTimeLink>({
    name: 'find-one-time-link',
    text: `SELECT ${COLUMNS} FROM one_time_links WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3`,
    values: [hashToken(token), purpose, now],
  });
  return rows[0];
}

/** Finds the address of a link that was used, or has expired. @returns undefined: it is unknown, still valid, or removed */
export async function findAddressOfEndedLink(
  database: Queryable,
  { purpose, token, now }: PresentedLink,
): Promise<string | undefined> {
  if (!isToken(token)) return undefined;
  const { rows } = await database.query<{ email: string }>({
    name: 'find-ended-one-time-link',
    text: 'SELECT email FROM one_time_links WHERE token_hash = $1 AND purpose = $2 AND expires_at <= $3',
    values: [hashToken(token), purpose, now],
  });
  return rows[0]?.email;
}

const DELETE = 'DELETE FROM one_time_links';
/** A terminal shows its link for long, so the page of a used one must know its person (retention removes it). */
const EXPIRE = 'UPDATE one_time_links SET expires_at = created_at';

/**
 * Takes a link: of two requests with it, one succeeds. The invitation of a link must be locked before.
 * @throws DomainError `validation_error` when it is unknown, used or expired
 */
export async function consumeLink(
  client: Transaction,
  { purpose, token, now }: PresentedLink,
): Promise<OneTimeLink> {
  if (!isToken(token)) throw linkNotValid();
  const { rows } = await client.query<OneTimeLink>({
    text: `${purpose === 'sign_in' ? EXPIRE : DELETE}
           WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3 RETURNING ${COLUMNS}`,
    values: [hashToken(token), purpose, now],
  });
  if (!rows[0]) throw linkNotValid();
  return rows[0];
}
