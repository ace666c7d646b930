// Changes of the reputation of a domain by operators: they lift a pause that its bounces or complaints caused, and pause and
// resume a domain whatever its figures are. The domain is locked, so that judging it at the same time changes it before or
// after; the change is announced to webhooks.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import {
  liftPause,
  pauseByOperator,
  type Reputation,
  resumeAfterOperator,
} from '../../../foundation/reputation/reputation.ts';
import { requirePaused } from '../../../foundation/reputation/require-paused.ts';
import { lockDomain } from '../find.ts';
import type { SettleDeps } from '../settle.ts';
import { type DomainReputation, requireLockedReputation, setDomainReputation } from './domain-reputation.ts';

/** Dependencies of changing reputations. */
export interface ChangeReputationDeps extends SettleDeps {
  database: Database;
}

/** The domain. */
interface DomainKey {
  accountId: string;
  id: string;
}

/**
 * Lifts the pause of a domain: it recovers.
 * @throws DomainError `not_found`; `validation_error` when it is not paused, or an operator has paused it
 */
export function liftDomainPause(
  deps: ChangeReputationDeps,
  domain: DomainKey,
  now: Date,
): Promise<DomainReputation> {
  return change(deps, domain, now, ({ name, reputation }) => {
    requirePaused(name, reputation);
    if (reputation.cause?.kind === 'operator')
      throw new DomainError('validation_error', `An operator paused ${name}. Resume it with resume-domain.`);
    return liftPause(reputation, now);
  });
}

/**
 * Pauses a domain.
 * @param reason for other operators
 * @throws DomainError `not_found`; `validation_error` when it is paused already
 */
export function pauseDomain(
  deps: ChangeReputationDeps,
  domain: DomainKey,
  reason: string,
  now: Date,
): Promise<DomainReputation> {
  return change(deps, domain, now, ({ name, reputation }) => {
    if (reputation.status === 'paused') throw alreadyPaused(name, reputation);
    return pauseByOperator(reputation, reason, now);
  });
}

function alreadyPaused(name: string, { cause }: Reputation): DomainError {
  const by = cause?.kind === 'operator' ? 'by an operator' : `because of its ${cause?.kind ?? 'figures'}`;
  return new DomainError('validation_error', `${name} is already paused, ${by}.`);
}

/**
 * Ends the pause of a domain by an operator.
 * @throws DomainError `not_found`; `validation_error` when no operator has paused it
 */
export function resumeDomain(
  deps: ChangeReputationDeps,
  domain: DomainKey,
  now: Date,
): Promise<DomainReputation> {
  return change(deps, domain, now, ({ name, reputation }) => {
    requirePaused(name, reputation);
    if (reputation.cause?.kind !== 'operator')
      throw new DomainError(
        'validation_error',
        `${name} is paused because of its ${reputation.cause?.kind ?? 'figures'}, not by an operator. Lift the pause with lift-reputation.`,
      );
    return resumeAfterOperator(reputation, now);
  });
}

async function change(
  deps: ChangeReputationDeps,
  { accountId, id }: DomainKey,
  now: Date,
  decide: (before: DomainReputation) => Reputation,
): Promise<DomainReputation> {
  return await transaction(deps.database, async (client) => {
    await lockDomain(client, accountId, id);
    const before = await requireLockedReputation(client, id);
    const reputation = decide(before);
    if (!(await setDomainReputation(client, deps, before, reputation, now)))
      throw new Error('The reputation of a locked domain has changed.');
    return { ...before, reputation };
  });
}
