// Lists the open claims of all accounts, for operators: the claimants, the names and their owners.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { OWNING_STATUSES } from '../senders/sending.ts';
import { CLAIM_COLUMNS, CLAIM_IS_OPEN, type DomainClaim } from './claim.ts';

/** An open claim. */
export interface ContestedClaim extends DomainClaim {
  /** The account that has verified the name; null: there is none. */
  ownerAccountId: string | null;
}

/** The oldest open claims. */
export async function listOpenClaims(database: Queryable, limit: number): Promise<ContestedClaim[]> {
  const { rows } = await database.query<ContestedClaim>(
    `SELECT ${CLAIM_COLUMNS},
            (SELECT owner.account_id FROM domains AS owner
             WHERE owner.name = domain_claims.name AND owner.account_id <> domain_claims.account_id
               AND owner.status = ANY($2::text[]) LIMIT 1) AS "ownerAccountId"
     FROM domain_claims WHERE ${CLAIM_IS_OPEN} ORDER BY id LIMIT $1`,
    [limit, OWNING_STATUSES],
  );
  return rows;
}
