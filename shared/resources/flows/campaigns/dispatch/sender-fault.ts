// Whether a campaign may be sent from its From address: the account has production access, and the domain may send.
import { parseMailbox } from '../../../../mail/addresses.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { DOMAIN_MAY_SEND } from '../../../messaging/domains/senders/sending.ts';

/** Why not, as a sentence; undefined: it may. @param from as in the header */
export async function findSenderFault(
  database: Queryable,
  accountId: string,
  from: string,
): Promise<string | undefined> {
  const domain = parseMailbox(from)?.domain ?? '';
  const { rows } = await database.query<{ isSandboxed: boolean; isSendable: boolean | null }>({
    name: 'find-sender-of-campaign',
    text: `SELECT NOT production_access AS "isSandboxed",
             (SELECT ${DOMAIN_MAY_SEND} FROM domains WHERE domains.account_id = accounts.id AND domains.name = $2)
               AS "isSendable"
           FROM accounts WHERE accounts.id = $1`,
    values: [accountId, domain],
  });
  if (rows[0]?.isSandboxed) return 'The account has no production access, and campaigns need it.';
  return rows[0]?.isSendable
    ? undefined
    : `The ${domain} domain is not verified. Please, add and verify your domain.`;
}
