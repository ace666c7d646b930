// Locks everything that the end of a claim decides about: the name, the claiming account's domain, the domains of other
// accounts with the same name, and the claim. Verifying locks the name too (lockDomain in shared/resources/messaging/domains/
// find.ts), so of a claim and the owner, and of two claims, one is first and the other sees what it did.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { DOMAIN_COLUMNS, type Domain } from '../domain.ts';
import { findConflicts, lockName } from '../find-conflict.ts';
import type { DomainClaim } from './claim.ts';
import { lockOpenClaim } from './find.ts';

/** An open claim and the domains of its name, locked. */
export interface Contest {
  claim: DomainClaim;
  /** The domain of the claiming account. */
  own: Domain;
  /** Domains of other accounts that have the name: verified, or proven by an earlier claim. */
  others: Domain[];
}

/** Locks the contest of a claim; undefined when the claim has ended. */
export async function lockContest(
  transaction: Transaction,
  { id, accountId, domainId, name }: DomainClaim,
): Promise<Contest | undefined> {
  await lockName(transaction, name);
  const conflicts = await findConflicts(transaction, { accountId, name, claimedAt: null });
  const otherIds = conflicts.filter(({ kind }) => kind === 'same').map((conflict) => conflict.domainId);
  const { rows: domains } = await transaction.query<Domain>({
    name: 'lock-domains-of-claim',
    text: `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [[domainId, ...otherIds]],
  });
  const claim = await lockOpenClaim(transaction, id);
  const own = domains.find((domain) => domain.id === domainId);
  // A deleted domain has canceled its claim.
  if (!claim || !own) return undefined;
  return { claim, own, others: domains.filter((domain) => domain !== own) };
}
