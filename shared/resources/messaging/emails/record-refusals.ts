// Records emails of requests that are refused, for the timelines of their recipients: an account asks there why a person
// got nothing, and nothing else is stored of them (docs/architecture/timelines.md).
import { DomainError } from '../../../contract/domain-error.ts';
import { EMAIL_EVENT_REASONS } from '../../../contract/emails/reasons.ts';
import { addressKey } from '../../../mail/addresses.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { type ActRecord, insertTimelineRecords } from '../../audience/timeline-records/record.ts';
import type { Plan, PlannedSubmission } from './accept/decide.ts';
import type { Submission } from './accept/submission.ts';
import type { NewEmail } from './email.ts';

/** The most records per request, so that a refusal does not cost more than sending. */
const RECORDS_MAX = 100;

/** A submission, the plans of its emails, and the decision. */
export interface DecidedSubmission {
  submission: Submission;
  plans: readonly Plan[];
  decided: PlannedSubmission | DomainError;
}

/**
 * Records the refusals of submissions that arrived together, in one statement. For a batch that is refused as a whole,
 * these are the emails that caused it.
 */
export async function recordRefusals(
  database: Queryable,
  submissions: readonly DecidedSubmission[],
): Promise<void> {
  await insertTimelineRecords(database, submissions.flatMap(recordsOf));
}

function recordsOf({ submission, plans, decided }: DecidedSubmission): ActRecord[] {
  const { by, accountId, emails } = submission;
  if (!by) return [];
  const refused = emails.flatMap((email, place) => {
    const plan = plans[place];
    return plan instanceof DomainError ? [{ email, error: plan }] : [];
  });
  if (refused.length === 0 && decided instanceof DomainError)
    refused.push(...emails.map((email) => ({ email, error: decided })));
  return refused
    .flatMap(({ email, error }) => refusalsOf(email, error))
    .slice(0, RECORDS_MAX)
    .map((record) => ({ ...record, accountId, by }));
}

/** Other people's addresses are not in the record of a person. */
function refusalsOf(
  { to, cc, bcc, subject, from, createdAt: now }: NewEmail,
  { name, message, reason: known, causes }: DomainError,
) {
  const reason: string = known ?? name;
  const causeOf = new Map(causes.map((cause) => [addressKey(cause.address), cause]));
  const sentences: Readonly<Record<string, string>> = EMAIL_EVENT_REASONS;
  const keys = new Set([...to, ...cc, ...bcc].map(({ mailbox }) => addressKey(mailbox.address)));
  return [...keys].map((emailKey) => {
    const cause = causeOf.get(emailKey) ?? { reason, message: sentences[reason] ?? message };
    const data = { subject, from: from.text, reason: cause.reason, message: cause.message };
    return { type: 'email.refused' as const, emailKey, data, now };
  });
}
