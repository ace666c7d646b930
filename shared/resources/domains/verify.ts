// Asks for the verification of a domain: the records that are not good are waited for from now on, and a check is due at
// once. The answer does not wait for it.
import type { Database } from '../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../platform/db/transaction.ts';
import { replaceStates, requireCheck, startChecks } from './checks/check-row.ts';
import type { Domain } from './domain.ts';
import { lockDomain } from './find.ts';
import { refuseConflict } from './find-conflict.ts';
import { findDkimKeys } from './keys/dkim-key.ts';
import { refusePlanLimit } from './plan-limit.ts';
import { afterVerify } from './records/record-state.ts';
import { judgedRecords } from './records/show.ts';
import { isOwning, type SettleDeps, settleDomain } from './settle.ts';

/** Dependencies of verifying. */
export interface VerifyDeps extends SettleDeps {
  database: Database;
}

/**
 * Starts the verification of a domain, or looks again at one that is verified.
 * @throws DomainError `not_found`; `plan_limit_reached`; `domain_conflict` when another account was faster
 */
export function verifyDomain(
  deps: VerifyDeps,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<Domain> {
  return transaction(deps.database, async (client) => {
    const domain = await lockDomain(client, accountId, id);
    if (!isOwning(domain)) {
      await refusePlanLimit(client, accountId, { exceptDomainId: id });
      await refuseConflict(client, domain);
    }
    return await startOver(client, deps, domain, now);
  });
}

/** Waits for the records of a locked domain from now on. */
export async function startOver(
  client: Transaction,
  deps: SettleDeps,
  domain: Domain,
  now: Date,
): Promise<Domain> {
  const { states: before } = await requireCheck(client, domain.id);
  const keys = await findDkimKeys(client, [domain.id]);
  const records = judgedRecords(domain, keys, before, deps.mailHost, now);
  const states = records.map(({ state }) => afterVerify(state, now));
  const settled = await settleDomain(client, deps, domain, { before, states, isAsked: true }, now);
  await replaceStates(client, domain.id, states);
  await startChecks(client, deps.queues, [domain.id], now);
  return settled.domain;
}
