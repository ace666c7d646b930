// Lists the addresses that an account has confirmed, and those whose owners have got a link and have not used it yet.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Mailed } from '../one-time-links/mail-state.ts';

/** An address that an account in the sandbox may send to, or wants to. */
export interface ConfirmedAddress extends Mailed {
  /** Key form (shared/mail/addresses.ts). */
  email: string;
  /** Null: its owner has not confirmed it yet. */
  confirmedAt: Date | null;
}

/** The addresses of an account, the latest ones first. A link that has expired does not count. */
export async function listConfirmedAddresses(
  database: Queryable,
  accountId: string,
  now: Date,
): Promise<ConfirmedAddress[]> {
  const { rows } = await database.query<ConfirmedAddress>({
    name: 'list-confirmed-addresses',
    text: `SELECT email, "confirmedAt", "mailedLinkId" FROM (
             SELECT address AS email, confirmed_at AS "confirmedAt", NULL::uuid AS "mailedLinkId", confirmed_at AS since
             FROM confirmed_addresses WHERE account_id = $1
             UNION ALL
             SELECT email, NULL, (array_agg(id ORDER BY id DESC))[1], max(created_at) FROM one_time_links AS link
             WHERE account_id = $1 AND purpose = 'address_confirmation' AND expires_at > $2
               AND NOT EXISTS (SELECT FROM confirmed_addresses WHERE account_id = $1 AND address = link.email)
             GROUP BY email
           ) AS addresses ORDER BY since DESC, email`,
    values: [accountId, now],
  });
  return rows;
}
