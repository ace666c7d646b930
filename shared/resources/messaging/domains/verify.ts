// Asks for the verification of a domain: records that are not good are waited for from now on, and a check is due at
// once. The answer does not wait for it.
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Domain } from './domain.ts';
import { lockDomain } from './find.ts';
import { findObstacle, isOwning, type SettleDeps, startOver } from './settle.ts';

/** Dependencies of verifying. */
export interface VerifyDeps extends SettleDeps {
  database: Database;
}

/**
 * Starts the verification of a domain, or checks a verified one again. If it is refused, the domain is checked
 * regardless, and is verified as soon as the reason no longer applies.
 * @throws DomainError `not_found`; `plan_limit_reached`; `domain_conflict` when another account was faster
 */
export async function verifyDomain(
  deps: VerifyDeps,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<Domain> {
  const { domain, refusal } = await transaction(deps.database, async (client) => {
    const locked = await lockDomain(client, accountId, id);
    const obstacle = isOwning(locked) ? undefined : await findObstacle(client, locked);
    // A name that was lost to a claim stays lost.
    if (obstacle && locked.statusReason === 'claimed') throw obstacle;
    return { domain: await startOver(client, deps, locked, now), refusal: obstacle };
  });
  if (refusal) throw refusal;
  return domain;
}
