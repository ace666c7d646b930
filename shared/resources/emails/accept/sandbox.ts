// The sandbox's say about a group of planned emails (shared/accounts/sandbox.ts), before anything is stored. Who was
// dropped gets no mail, so the sandbox is not asked about them.
import { refuseInSandbox } from '../../../accounts/sandbox.ts';
import type { Database } from '../../../db/connect.ts';
import { DomainError } from '../../../domain-error.ts';
import type { AcceptFacts, PlannedEmail } from './plan.ts';

/**
 * Replaces the plans that the sandbox refuses by their refusals.
 * @param facts of each email; they say whose account is in the sandbox
 */
export async function applySandbox(
  { database, simulatorDomain }: { database: Database; simulatorDomain: string },
  facts: readonly AcceptFacts[],
  plans: readonly (PlannedEmail | DomainError)[],
): Promise<readonly (PlannedEmail | DomainError)[]> {
  const inSandbox = plans.filter(
    (plan, index): plan is PlannedEmail =>
      !(plan instanceof DomainError) && facts[index]?.domain?.isSandboxed === true,
  );
  if (inSandbox.length === 0) return plans;
  const emails = inSandbox.map(({ email: { accountId, createdAt }, recipients }) => ({
    accountId,
    createdAt,
    addresses: recipients.filter(({ state }) => state === 'queued').map(({ address }) => address),
  }));
  const refusals = await refuseInSandbox(database, emails, simulatorDomain);
  const refusalOf = new Map<unknown, DomainError | undefined>(
    inSandbox.map((plan, index) => [plan, refusals[index]]),
  );
  return plans.map((plan) => refusalOf.get(plan) ?? plan);
}
