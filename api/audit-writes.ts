// The audit log of what signed-in people write: an event for each operation that has changed something. Operations about
// roles, keys, passwords and access write theirs in the transaction of the change (`isAudited` in the operations table).
import type { Request } from 'express';
import { isReading, type Operation } from '../shared/contract/operation.ts';
import { OPERATIONS } from '../shared/contract/operations.ts';
import { isUuidV7 } from '../shared/platform/time/ids.ts';
import { recordAuditEvent } from '../shared/resources/audit-events/record.ts';
import type { SessionCaller } from './caller.ts';
import type { ApiDeps } from './deps.ts';
import { Reply } from './reply.ts';
import type { Answer } from './route.ts';

/** Records that a person has called the operation. */
type AuditWrite = (caller: SessionCaller, request: Request, answer: Answer) => Promise<void>;

/** @returns undefined for an operation that only reads */
export function auditWrites(operation: Operation, deps: ApiDeps): AuditWrite | undefined {
  if (isReading(operation)) return undefined;
  const name = operationIdOf(operation);
  return async (caller, request, answer) => {
    if (answer instanceof Reply && answer.statusCode >= 400) return;
    const { database, ids, clock, log } = deps;
    const targetId = namedIdOf(request) ?? createdIdOf(answer);
    try {
      await recordAuditEvent(database, ids, {
        ...actOf(caller),
        operation: name,
        targetId,
        now: clock.now(),
      });
    } catch (error) {
      // The change is committed: to refuse it now would be wrong. The line has what the event would have had.
      log.error(
        { err: error, operation: name, person_id: caller.personId, target_id: targetId },
        'no audit event',
      );
    }
  };
}

/** Who acts, and from where, as audit events have it. */
export function actOf({ accountId, personId, client }: SessionCaller) {
  return { accountId, actor: { type: 'person', id: personId }, ...client } as const;
}

function operationIdOf(operation: Operation): string {
  const row = Object.entries(OPERATIONS).find(([, each]) => each === operation);
  // A test may mount operations of its own.
  return row?.[0] ?? `${operation.method} ${operation.path}`;
}

/** The id in the path, in the form in which answers have it: it may also be an address or an alias. */
function namedIdOf({ params: { id } }: Request): string | undefined {
  if (typeof id !== 'string') return undefined;
  return isUuidV7(id) ? id.toLowerCase() : id;
}

function createdIdOf(answer: Answer): string | null {
  const body = answer instanceof Reply ? answer.body : answer;
  return typeof body === 'object' && 'id' in body && typeof body.id === 'string' ? body.id : null;
}
