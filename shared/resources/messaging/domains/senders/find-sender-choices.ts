// Finds what a client needs to know when its From domain is refused: the status of that domain, the domain of its API
// key, and the domains of its account that may send. Only refused emails need this
// (shared/resources/messaging/emails/accept/refuse-senders.ts).
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { DomainStatus } from '../domain.ts';
import { DOMAIN_MAY_SEND } from './sending.ts';

/** A sender that was refused. */
export interface RefusedSender {
  accountId: string;
  /** The From domain. */
  name: string;
  /** The only domain that the API key may send from; null: any domain. */
  boundDomainId: string | null;
}

/** The sender domains of the account of a refused sender. */
export interface SenderChoices {
  /** The status of the From domain; null: the account has not registered it. */
  status: DomainStatus | null;
  sendingEnabled: boolean | null;
  /** The name of the domain to which the API key is bound; null: it is bound to none. */
  boundName: string | null;
  /** The first domains that may send, in alphabetical order. */
  sendable: string[];
  /** How many domains may send. */
  sendableCount: number;
}

const SENDABLE_MAX = 10;

/** Finds the choices of refused senders, in their order. */
export async function findSenderChoices(
  database: Queryable,
  senders: readonly RefusedSender[],
): Promise<SenderChoices[]> {
  const { rows } = await database.query<SenderChoices>({
    name: 'find-sender-choices',
    text: `WITH sendable AS (
             SELECT account_id, (array_agg(name ORDER BY name COLLATE "C"))[1:${SENDABLE_MAX}] AS names,
                    count(*)::integer AS count
             FROM domains WHERE account_id = ANY($1::uuid[]) AND ${DOMAIN_MAY_SEND}
             GROUP BY account_id
           )
           SELECT registered.status, registered.sending_enabled AS "sendingEnabled", bound.name AS "boundName",
                  coalesce(sendable.names, '{}') AS sendable, coalesce(sendable.count, 0) AS "sendableCount"
           FROM unnest($1::uuid[], $2::text[], $3::uuid[])
             WITH ORDINALITY AS sender (account_id, name, bound_domain_id, place)
           LEFT JOIN domains AS registered
             ON registered.account_id = sender.account_id AND registered.name = sender.name
           LEFT JOIN domains AS bound
             ON bound.account_id = sender.account_id AND bound.id = sender.bound_domain_id
           LEFT JOIN sendable ON sendable.account_id = sender.account_id
           ORDER BY sender.place`,
    values: [
      senders.map(({ accountId }) => accountId),
      senders.map(({ name }) => name),
      senders.map(({ boundDomainId }) => boundDomainId),
    ],
  });
  return rows;
}
