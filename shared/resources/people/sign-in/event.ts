// The audit event of a sign-in: who tried it from where, and whether it succeeded.
import type { NewAuditEvent } from '../../foundation/audit-events/record.ts';
import type { SignInOrigin } from './begin.ts';

/** The details of a sign-in in an event. */
interface SignInOutcome extends SignInOrigin {
  personId: string;
  /** The session that it began. */
  targetId?: string | undefined;
  outcome: 'succeeded' | 'failed';
}

/** The event, for each account of the person. @param operation the id of the operation that was called */
export function signInEvent(
  operation: string,
  { personId, targetId, outcome, address, userAgent, now }: SignInOutcome,
): Omit<NewAuditEvent, 'accountId'> {
  return { actor: { type: 'person', id: personId }, operation, outcome, targetId, address, userAgent, now };
}
