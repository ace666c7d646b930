// Finds the sender of the service's own mail (notices to account owners): a domain of the oldest account, which is the
// operator's, because the service speaks for the operator and not for a customer. A fully verified domain is preferred
// over one that is only partially verified.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { OPERATOR_ACCOUNT_ID } from '../../../foundation/accounts/operator-account.ts';
import { DOMAIN_MAY_SEND } from './sending.ts';

/** A sender of the service's own mail. */
export interface OperatorSender {
  accountId: string;
  domainName: string;
}

/**
 * Finds the sender; undefined while the oldest account has no domain that may send.
 * @param name of the domain; undefined: any
 */
export async function findOperatorSender(
  database: Queryable,
  name?: string,
): Promise<OperatorSender | undefined> {
  const { rows } = await database.query<OperatorSender>({
    name: 'find-operator-sender',
    text: `SELECT account_id AS "accountId", name AS "domainName" FROM domains
           WHERE account_id = ${OPERATOR_ACCOUNT_ID}
             AND ${DOMAIN_MAY_SEND} AND name = coalesce($1, name)
           ORDER BY status = 'verified' DESC, is_default DESC, id LIMIT 1`,
    values: [name ?? null],
  });
  return rows[0];
}
