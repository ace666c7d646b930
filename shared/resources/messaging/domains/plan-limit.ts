// The limit of a plan on verified domains (error `plan_limit_reached`). It is exact, because the account is locked
// while its domains are counted.
import { DomainError } from '../../../contract/domain-error.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { OWNING_STATUSES } from './senders/sending.ts';

interface CountRow {
  limit: number | null;
  count: number;
}

/**
 * Locks the account and refuses one more verified domain than its plan allows.
 * @param exceptDomainId a domain that does not count, because it is the one to be verified
 * @throws DomainError `plan_limit_reached`
 */
export async function refusePlanLimit(
  transaction: Transaction,
  accountId: string,
  { exceptDomainId = null }: { exceptDomainId?: string | null } = {},
): Promise<void> {
  await lockAccount(transaction, accountId);
  const { rows } = await transaction.query<CountRow>({
    name: 'count-verified-domains',
    text: `SELECT verified_domain_limit AS "limit",
                  (SELECT count(*)::integer FROM domains
                   WHERE account_id = accounts.id AND status = ANY($2::text[]) AND id IS DISTINCT FROM $3) AS count
           FROM accounts JOIN plans ON plans.id = plan_id WHERE accounts.id = $1`,
    values: [accountId, OWNING_STATUSES, exceptDomainId],
  });
  const { limit, count } = rows[0] ?? { limit: null, count: 0 };
  if (limit === null || count < limit) return;
  throw new DomainError(
    'plan_limit_reached',
    `The plan of this account allows ${limit} verified ${limit === 1 ? 'domain' : 'domains'}, and the account has ${count}.`,
  );
}
