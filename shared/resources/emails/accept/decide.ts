// Decides about a whole submission from what was planned for each of its emails, and from how its account stands.
import { type AccountStanding, refuseBeyondQuota } from '../../../accounts/quota.ts';
import { DomainError } from '../../../domain-error.ts';
import type { PlannedEmail } from './plan.ts';
import type { Accepted, Submission } from './submission.ts';

/** A submission that will be stored. */
export interface PlannedSubmission {
  submission: Submission;
  emails: readonly PlannedEmail[];
  refused: Accepted['refused'];
  standing: AccountStanding;
}

/**
 * Decides about a submission.
 * @param plans one for each email, in their order
 * @returns the plan, or the refusal of the whole: of a strict one that of its first bad email, with its `index` when
 *   there are several
 */
export function decide(
  submission: Submission,
  plans: readonly (PlannedEmail | DomainError)[],
  standing: AccountStanding | undefined,
): PlannedSubmission | DomainError {
  const refused = plans.flatMap((plan, index) =>
    plan instanceof DomainError ? [{ index, error: plan }] : [],
  );
  const emails = plans.filter((plan): plan is PlannedEmail => !(plan instanceof DomainError));
  const [first] = refused;
  if (first && (!submission.isPermissive || emails.length === 0)) {
    return plans.length === 1 && !submission.isPermissive ? first.error : first.error.at(first.index);
  }
  if (!standing) throw new Error('The account of a submission does not exist.');
  const planned = { submission, emails, refused, standing };
  return refuseBeyondQuota(standing.usage, unitsOf(planned), standing.quota) ?? planned;
}

/** One a recipient that is not dropped (decisions.md §2, Quota). */
export function unitsOf({ emails }: Pick<PlannedSubmission, 'emails'>): number {
  return emails.flatMap(({ recipients }) => recipients).filter(({ state }) => state !== 'suppressed').length;
}
