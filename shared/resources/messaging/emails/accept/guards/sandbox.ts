// Applies the sandbox (shared/resources/foundation/accounts/sandbox.ts) to planned emails before anything is stored. Dropped
// recipients receive no mail, so they are not checked. Accounts with production access need no query.

import { DomainError } from '../../../../../contract/domain-error.ts';
import type { Database } from '../../../../../platform/db/connect.ts';
import type { AccountLimits } from '../../../../foundation/accounts/quota/quota.ts';
import { refuseUnconfirmedRecipients } from '../../../../foundation/accounts/sandbox.ts';
import { isNotice } from '../../notices/notice.ts';
import type { Plan } from '../decide.ts';
import type { PlannedEmail } from '../plan.ts';

interface SandboxDeps {
  database: Database;
  simulatorDomains: readonly string[];
}

/** Replaces the plans of emails that the sandbox does not allow by their refusals. */
export async function applySandbox(
  { database, simulatorDomains }: SandboxDeps,
  plans: readonly Plan[],
  accountLimits: ReadonlyMap<string, AccountLimits>,
): Promise<Plan[]> {
  const sandboxed = plans.filter(
    (plan): plan is PlannedEmail =>
      !(plan instanceof DomainError) &&
      !isNotice(plan.email) &&
      accountLimits.get(plan.email.accountId)?.quota.isSandboxed === true,
  );
  if (sandboxed.length === 0) return [...plans];
  const refusals = await refuseUnconfirmedRecipients(database, sandboxed.map(addressesOf), simulatorDomains);
  const refusalOf = new Map<Plan, DomainError | undefined>(
    sandboxed.map((plan, index) => [plan, refusals[index]]),
  );
  return plans.map((plan) => refusalOf.get(plan) ?? plan);
}

function addressesOf({ email: { accountId }, recipients }: PlannedEmail) {
  const addresses = recipients.filter(({ state }) => state !== 'suppressed').map(({ address }) => address);
  return { accountId, addresses };
}
