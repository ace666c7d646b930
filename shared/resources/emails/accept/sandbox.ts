// The sandbox's say about planned submissions (shared/accounts/sandbox.ts), before anything is stored. Who was dropped
// gets no mail, so the sandbox is not asked about them. Accounts with production access cost nothing here.
import { refuseStrangers, sandboxIsUsedUp } from '../../../accounts/sandbox.ts';
import { takeSandboxAllowance } from '../../../accounts/sandbox-allowance.ts';
import type { Database } from '../../../db/connect.ts';
import { DomainError } from '../../../domain-error.ts';
import { decide, type Plan, type PlannedSubmission, unitsOf } from './decide.ts';
import type { PlannedEmail } from './plan.ts';

interface SandboxDeps {
  database: Database;
  simulatorDomain: string;
}

/** Replaces the submissions that the sandbox refuses by their refusals, and takes the others' share of the day. */
export async function applySandbox(
  deps: SandboxDeps,
  decided: readonly (PlannedSubmission | DomainError)[],
): Promise<(PlannedSubmission | DomainError)[]> {
  if (!decided.some(isSandboxed)) return [...decided];
  const known = await withoutStrangers(deps, decided);
  const asking = known.filter(isSandboxed);
  const granted = await takeSandboxAllowance(
    deps.database,
    asking.map((planned) => ({
      accountId: planned.submission.accountId,
      recipients: unitsOf(planned),
      at: planned.emails[0]?.email.createdAt ?? new Date(0),
    })),
  );
  const beyond = new Set<unknown>(asking.filter((_, index) => !granted[index]));
  return known.map((each) => (beyond.has(each) ? sandboxIsUsedUp() : each));
}

function isSandboxed(each: PlannedSubmission | DomainError): each is PlannedSubmission {
  return !(each instanceof DomainError) && each.standing.isSandboxed;
}

/** Decides again, now that strangers are refused too. */
async function withoutStrangers(
  { database, simulatorDomain }: SandboxDeps,
  decided: readonly (PlannedSubmission | DomainError)[],
): Promise<(PlannedSubmission | DomainError)[]> {
  const emails = decided.filter(isSandboxed).flatMap((planned) => planned.emails);
  const refusals = await refuseStrangers(database, emails.map(addressesOf), simulatorDomain);
  const refusalOf = new Map<Plan, DomainError | undefined>(
    emails.map((email, index) => [email, refusals[index]]),
  );
  return decided.map((each) => {
    if (!isSandboxed(each)) return each;
    const plans = each.plans.map((plan) => refusalOf.get(plan) ?? plan);
    return decide(each.submission, plans, each.standing);
  });
}

function addressesOf({ email: { accountId }, recipients }: PlannedEmail) {
  const addresses = recipients.filter(({ state }) => state !== 'suppressed').map(({ address }) => address);
  return { accountId, addresses };
}
