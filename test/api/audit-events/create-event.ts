// Records audit events, as the service does.
import {
  type NewAuditEvent,
  recordAuditEvent,
} from '../../../shared/resources/foundation/audit-events/record.ts';
import type { TestApp } from '../../support/api/app.ts';

/** Records an event of an operator, unless the fields say otherwise. @returns its id */
export async function createAuditEvent(app: TestApp, fields: Partial<NewAuditEvent>): Promise<string> {
  const { database, ids, clock } = app.deps;
  const id = ids.next();
  await recordAuditEvent(
    database,
    { next: () => id },
    {
      accountId: null,
      actor: { type: 'operator' },
      operation: 'ops set-plan',
      now: clock.now(),
      ...fields,
    },
  );
  return id;
}
