// Asks for the verification of a domain: the records that are not good are waited for from now on, and a check is due at
// once. The answer does not wait for it.
import type { Database } from '../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../platform/db/transaction.ts';
import { replaceStates, requireCheck, startChecks } from './checks/check-row.ts';
import type { Domain } from './domain.ts';
import { lockDomain } from './find.ts';
import { findDkimKeys } from './keys/dkim-key.ts';
import { afterVerify } from './records/record-state.ts';
import { judgedRecords } from './records/show.ts';
import { findObstacle, isOwning, type SettleDeps, settleDomain } from './settle.ts';

/** Dependencies of verifying. */
export interface VerifyDeps extends SettleDeps {
  database: Database;
}

/**
 * Starts the verification of a domain, or looks again at one that is verified. Where it is refused, the domain is looked
 * at all the same, and is verified as soon as the reason is gone.
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

/** Waits for the records of a locked domain from now on. */
export async function startOver(
  client: Transaction,
  deps: SettleDeps,
  domain: Domain,
  now: Date,
): Promise<Domain> {
  const row = await requireCheck(client, domain.id);
  const { states: before } = row;
  const keys = await findDkimKeys(client, [domain.id]);
  const records = judgedRecords(domain, keys, before, deps.mailHost, now);
  const states = records.map(({ state }) => afterVerify(state, now));
  const settled = await settleDomain(client, deps, domain, { before, states, isAsked: true }, now);
  await replaceStates(client, row, states);
  await startChecks(client, deps.queues, [domain.id], now);
  return settled.domain;
}
