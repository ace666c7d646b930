// Warm-up of domains: an account switches it on and off (PATCH /domains/:id), and sees its progress.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { utcDayOf } from '../../../../platform/time/utc-days.ts';
import { findUsedCapacities } from '../../../foundation/reputation/find-used.ts';
import { setWarmUp } from '../../../foundation/reputation/reputation.ts';
import { type WarmUp, warmUpOf } from '../../../foundation/reputation/warm-up.ts';
import type { Domain } from '../domain.ts';
import { isOwning } from '../settle.ts';
import { requireLockedReputation, storeDomainReputation } from './domain-reputation.ts';

/**
 * Begins to warm up a domain that the caller has locked, or ends it. It announces nothing.
 * @param domain with the settings that it will have
 * @returns what changes in the domain: nothing when it is so already
 * @throws DomainError `validation_error` for a domain that cannot send
 */
export async function switchWarmUp(
  client: Transaction,
  domain: Domain,
  isOn: boolean,
  now: Date,
): Promise<Partial<Pick<Domain, 'warmUpCapacity' | 'capacityOn'>>> {
  const before = await requireLockedReputation(client, domain.id);
  const next = setWarmUp(before.reputation, isOn, now);
  if (next === before.reputation) return {};
  if (isOn) requireSending(domain);
  if (!(await storeDomainReputation(client, before, next)))
    throw new Error('The reputation of a locked domain has changed.');
  return { warmUpCapacity: next.warmUpCapacity, capacityOn: next.capacityOn };
}

function requireSending(domain: Domain): void {
  if (!domain.sendingEnabled)
    throw new DomainError(
      'validation_error',
      '`warm_up`: the domain does not send. Enable its capability `sending` first.',
    );
  if (!isOwning(domain))
    throw new DomainError(
      'validation_error',
      `\`warm_up\`: the domain must be verified first; it is ${domain.status}.`,
    );
}

/**
 * Finds the progress of the warm-ups of domains.
 * @returns by id; domains that do not warm up are missing
 */
export async function findWarmUps(
  database: Queryable,
  domains: readonly Domain[],
  now: Date,
): Promise<Map<string, WarmUp>> {
  const warming = domains.filter(({ warmUpCapacity }) => warmUpCapacity !== null);
  const subjects = warming.map(({ id: subjectId, accountId }) => ({ accountId, subjectId }));
  const used = await findUsedCapacities(database, subjects, utcDayOf(now));
  return new Map(
    warming.flatMap((domain) => {
      const warmUp = warmUpOf(domain, used.get(domain.id) ?? 0, now);
      return warmUp ? [[domain.id, warmUp] as const] : [];
    }),
  );
}
