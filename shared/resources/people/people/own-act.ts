// What signed-in people do to their own sign-in: change the password, enable and disable the second factor.
import type { NewAuditEvent } from '../../foundation/audit-events/record.ts';

/** The actor and the client. */
export interface OwnAct {
  personId: string;
  /** The session, which continues under a new token. */
  sessionId: string;
  address: string | null;
  userAgent: string | null;
  now: Date;
}

/** The audit event of an act, for each account of the person. @param operation its id */
export function ownEvent(
  operation: string,
  { personId, address, userAgent, now }: OwnAct,
): Omit<NewAuditEvent, 'accountId'> {
  const actor = { type: 'person', id: personId } as const;
  return { actor, operation, targetId: personId, address, userAgent, now };
}
