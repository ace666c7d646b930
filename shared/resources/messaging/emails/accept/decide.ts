// Decides about a whole submission, from the plans of its emails and from what limits its account and its domains.

import { DomainError } from '../../../../contract/domain-error.ts';
import { describeRefused, type RefusedItem } from '../../../../contract/refused-items.ts';
import {
  type AccountLimits,
  type Charge,
  checkQuota,
  checkSandboxLimit,
  quotaOfCampaigns,
} from '../../../foundation/accounts/quota/quota.ts';
import { isNotice } from '../notices/notice.ts';
import { checkReputation } from './guards/reputation.ts';
import type { PlannedEmail } from './plan.ts';
import type { Submission } from './submission.ts';

/** The result of planning an email: its rows, or its refusal. */
export type Plan = PlannedEmail | DomainError;

/** A submission that will be stored. */
export interface PlannedSubmission {
  submission: Submission;
  /** One plan per email of the submission. */
  plans: readonly Plan[];
  /** The emails that will be stored. */
  emails: readonly PlannedEmail[];
  refused: RefusedItem[];
  limits: AccountLimits;
}

/**
 * Decides about a submission.
 * @param plans one per email, in their order
 * @returns the plan, or the refusal of the whole submission; for a strict batch the refusal of its first invalid email,
 *   with its `index`
 */
export function decide(
  submission: Submission,
  plans: readonly Plan[],
  limits: AccountLimits | undefined,
): PlannedSubmission | DomainError {
  const { batch } = submission;
  const bad = plans.flatMap((plan, place) =>
    plan instanceof DomainError ? [{ index: batch?.indexes[place] ?? place, error: plan }] : [],
  );
  const [first] = bad;
  if (first && batch?.mode !== 'permissive') return batch ? first.error.at(first.index) : first.error;
  const refused = [...(batch?.refused ?? []), ...bad].sort((a, b) => a.index - b.index);
  const emails = plans.filter((plan): plan is PlannedEmail => !(plan instanceof DomainError));
  if (emails.length === 0) return new AllRefusedError(refused);
  if (!limits) throw new Error('The account of a submission does not exist.');
  const planned = { submission, plans, emails, refused, limits };
  const charge = chargeOf(planned);
  return (
    checkSandboxLimit(limits.usage, charge) ??
    checkReputation(planned) ??
    checkQuota(limits.usage, charge) ??
    planned
  );
}

/** The refusal of a permissive batch in which every email is refused. Nothing is stored, no companion either. */
export class AllRefusedError extends DomainError {
  readonly refused: readonly RefusedItem[];

  constructor(refused: readonly RefusedItem[]) {
    super('validation_error', 'None of the emails can be sent. Nothing was sent.', {
      details: { errors: describeRefused(refused) },
    });
    this.refused = refused;
  }
}

/** The charge of a submission, to the day and the month in which it was created. */
export function chargeOf(planned: PlannedSubmission): Charge {
  const { submission, emails, limits } = planned;
  const [first] = emails;
  const at = first?.email.createdAt ?? new Date(0);
  // No submission has emails of a campaign and others.
  const quota = first?.email.campaign ? quotaOfCampaigns(limits.quota) : limits.quota;
  return { accountId: submission.accountId, units: unitsOf(planned), at, quota };
}

/** Units of quota: one per recipient that is not dropped, none for a notice (docs/reference/limits.md#quotas). */
function unitsOf({ emails }: PlannedSubmission): number {
  const charged = emails.filter(({ email }) => !isNotice(email)).flatMap(({ recipients }) => recipients);
  return charged.filter(({ state }) => state !== 'suppressed').length;
}
