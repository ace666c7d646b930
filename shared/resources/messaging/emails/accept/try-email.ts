// Whether an email would be accepted, without accepting it: for simulations of automations, which store nothing. Quotas,
// reputations and stopped sending are left out, because they pass.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { NewEmail } from '../email.ts';
import { readAcceptData } from './check.ts';
import type { AcceptData } from './plan.ts';
import { type PlanDeps, planGroup } from './plan-group.ts';

/**
 * Tries an email.
 * @param hasUnsubscribed whether its recipients have unsubscribed from everything, whatever is stored
 * @returns why it would be refused; undefined: it would be accepted
 */
export async function tryEmail(
  deps: PlanDeps,
  email: NewEmail,
  { hasUnsubscribed }: { hasUnsubscribed: boolean },
): Promise<DomainError | undefined> {
  const { facts, accountLimits } = await readAcceptData(deps.database, [email], deps);
  const assumed = facts.map((each) => assume(each, hasUnsubscribed));
  const [plan] = await planGroup(deps, [email], { facts: assumed, accountLimits });
  return plan instanceof DomainError ? plan : undefined;
}

function assume(facts: AcceptData, hasUnsubscribed: boolean): AcceptData {
  return {
    ...facts,
    findOptOut(address) {
      const stored = facts.findOptOut(address) ?? { isOutOfTopic: false, topicName: null, decision: null };
      if (hasUnsubscribed) return { ...stored, from: 'everything' };
      return stored.isOutOfTopic ? { ...stored, from: 'topic' } : undefined;
    },
  };
}
