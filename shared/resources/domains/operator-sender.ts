// Whom the service's own mail is from: the oldest account, the operator's, since the service speaks there and not its
// customer. A domain whose records are all there comes before one that may send with a part of them.
import type { Queryable } from '../../platform/db/connect.ts';
import { DOMAIN_MAY_SEND } from './sending.ts';

/** A sender of the service's own mail. */
export interface OperatorSender {
  accountId: string;
  domainName: string;
}

/** Finds the sender; undefined while the oldest account has no domain that may send. */
export async function findOperatorSender(database: Queryable): Promise<OperatorSender | undefined> {
  const { rows } = await database.query<OperatorSender>({
    name: 'find-operator-sender',
    text: `SELECT account_id AS "accountId", name AS "domainName" FROM domains
           WHERE account_id = (SELECT id FROM accounts ORDER BY id LIMIT 1)
             AND ${DOMAIN_MAY_SEND}
           ORDER BY status = 'verified' DESC, is_default DESC, id LIMIT 1`,
  });
  return rows[0];
}
