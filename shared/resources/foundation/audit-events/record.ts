// Records the acts of signed-in people and of operators (docs/reference/audit-events.md). The name and the address of a
// person are stored as they were at that time.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';

/** The actor. */
export type Actor = { readonly type: 'person'; readonly id: string } | { readonly type: 'operator' };

/** An act. */
export interface NewAuditEvent {
  /** Null: an act of an operator on the whole service. */
  accountId: string | null;
  actor: Actor;
  /** Id of the operation (shared/contract/operations.ts), or the verb of an operator. */
  operation: string;
  /** A failed sign-in has an event; no other failure does. */
  outcome?: 'succeeded' | 'failed';
  /** The target: an id, or an address. */
  targetId?: string | null | undefined;
  address?: string | null;
  userAgent?: string | null;
  /** Whether the person is not stored. */
  isAnonymous?: true;
  now: Date;
}

/** Records an act, in the transaction of the change where there is one. */
export async function recordAuditEvent(database: Queryable, ids: Ids, event: NewAuditEvent): Promise<void> {
  const { accountId, actor, operation, outcome = 'succeeded', targetId = null, now } = event;
  const { address = null, userAgent = null, isAnonymous = false } = event;
  const personId = actor.type === 'person' && !isAnonymous ? actor.id : null;
  await database.query({
    name: 'record-audit-event',
    text: `INSERT INTO audit_events
             (id, account_id, actor_type, actor_id, actor_email, actor_name, operation, outcome, target_id, address,
              user_agent, created_at)
           VALUES ($1, $2, $3, $4, (SELECT email FROM people WHERE id = $4),
                   (SELECT name FROM people WHERE id = $4), $5, $6, $7, $8, $9, $10)`,
    values: [
      ids.next(),
      accountId,
      actor.type,
      personId,
      operation,
      outcome,
      targetId,
      address,
      userAgent,
      now,
    ],
  });
}
