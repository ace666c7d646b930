// The audit log of what signed-in people write: an event for each operation that has changed something. Operations about
// roles, keys, passwords and access write theirs in the transaction of the change (`isAudited` in the operations table).
import type { Request, Response } from 'express';
import { isReading, type Operation } from '../shared/contract/operation.ts';
import { OPERATIONS } from '../shared/contract/operations.ts';
import { isUuidV7 } from '../shared/platform/time/ids.ts';
import { recordAuditEvent } from '../shared/resources/foundation/audit-events/record.ts';
import type { SessionCaller } from './caller.ts';
import type { ApiDeps } from './deps.ts';
import { REPLAYED_HEADER } from './idempotency.ts';
import { Reply } from './reply.ts';
import type { Answer } from './route.ts';

/** A request that was done, and its answer. */
interface Answered {
  request: Request;
  response: Response;
  answer: Answer;
}

/** Records that a person has called the operation. */
type AuditWrite = (caller: SessionCaller, answered: Answered) => Promise<void>;

/** @returns undefined for an operation that only reads */
export function auditWrites(operation: Operation, deps: ApiDeps): AuditWrite | undefined {
  if (isReading(operation)) return undefined;
  const name = operationIdOf(operation);
  return async (caller, { request, response, answer }) => {
    if (answer instanceof Reply && answer.statusCode >= 400) return;
    if (response.hasHeader(REPLAYED_HEADER) || isDryRun(answer)) return;
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

/** The actor and the client, as audit events have them. */
export function actOf({ accountId, personId, client }: SessionCaller) {
  return { accountId, actor: { type: 'person', id: personId }, ...client } as const;
}

function operationIdOf(operation: Operation): string {
  const row = Object.entries(OPERATIONS).find(([, each]) => each === operation);
  // A test may mount operations of its own.
  return row?.[0] ?? `${operation.method} ${operation.path}`;
}

/** The ids in the path, in the form in which answers have them; one may also be an address or an alias. */
function namedIdOf({ params }: Request): string | undefined {
  const ids = Object.values(params).map((id) =>
    isUuidV7(String(id)) ? String(id).toLowerCase() : String(id),
  );
  return ids.length > 0 ? ids.join('/') : undefined;
}

/** Whether the request only asked what it would do. */
function isDryRun(answer: Answer): boolean {
  return 'dry_run' in answer && answer.dry_run === true;
}

/** The id of the created row; of several, the first one. */
function createdIdOf(answer: Answer): string | null {
  const given = answer instanceof Reply ? answer.body : answer;
  const body: unknown = typeof given === 'string' ? JSON.parse(given) : given;
  const { id, data } = body as { id?: unknown; data?: unknown };
  const first: unknown = Array.isArray(data) ? data[0]?.id : id;
  return typeof first === 'string' ? first : null;
}
