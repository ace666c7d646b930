// JSON form of audit events (docs/reference/audit-events.md).
import type { AuditEvent } from '../../../shared/resources/foundation/audit-events/list.ts';

/** An item of GET /audit-events. */
export function toAuditEventItem(event: AuditEvent) {
  return {
    id: event.id,
    actor: {
      type: event.actorType,
      id: event.actorId,
      email: event.actorEmail,
      name: event.actorName,
    },
    operation: event.operation,
    outcome: event.outcome,
    target_id: event.targetId,
    address: event.address,
    user_agent: event.userAgent,
    created_at: event.createdAt.toISOString(),
  };
}
