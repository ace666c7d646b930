// Whether a campaign may be sent from its From address: the account has production access, and the domain may send. Mail
// from the development domain is sent for a domain of the account (docs/reference/simulator.md#copied-examples).
import { parseMailbox } from '../../../../mail/addresses.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { DOMAIN_MAY_SEND } from '../../../messaging/domains/senders/sending.ts';

/** Who sends a campaign. */
interface CampaignSender {
  accountId: string;
  /** As in the header. */
  from: string;
  /** Undefined: there is none, as in production. */
  developmentDomain: string | undefined;
}

/** Why not, as a sentence; undefined: it may. */
export async function findSenderFault(
  database: Queryable,
  { accountId, from, developmentDomain }: CampaignSender,
): Promise<string | undefined> {
  const domain = parseMailbox(from)?.domain ?? '';
  const { rows } = await database.query<{ isSandboxed: boolean; isSendable: boolean }>({
    name: 'find-sender-of-campaign',
    text: `SELECT NOT production_access AS "isSandboxed",
             EXISTS (SELECT FROM domains WHERE domains.account_id = accounts.id AND ${DOMAIN_MAY_SEND}
                       AND domains.name = coalesce($2, domains.name)) AS "isSendable"
           FROM accounts WHERE accounts.id = $1`,
    values: [accountId, domain === developmentDomain ? null : domain],
  });
  if (rows[0]?.isSandboxed) return 'The account has no production access, and campaigns need it.';
  return rows[0]?.isSendable
    ? undefined
    : `The ${domain} domain is not verified. Please, add and verify your domain.`;
}
