// The phases of an erasure that change what requests have left: their logs, up to the present, the answers of idempotency
// keys, the refused rows of imports, and audit events.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { logIdLowerBound, NIL_UUID } from '../../../../platform/time/ids.ts';
import { eraseAuditEvents, findMentioningAuditEvents } from '../../../foundation/audit-events/erase.ts';
import type { Eraser } from '../../../foundation/erasing/eraser.ts';
import { type FoundPage, takeRows } from '../../../foundation/erasing/found-rows.ts';
import { eraseAnswers, findMentioningAnswers } from '../../../foundation/idempotency/erase.ts';
import { eraseLogs, findMentioningLogs } from '../../../foundation/logs/erase.ts';
import { eraseFailures, findMentioningFailures } from '../../contact-imports/failures/erase.ts';
import type { Phase, PhaseContext, Progress } from '../erasure.ts';

/** One kind of rows, and how they are found and erased. */
interface Traces {
  /** Less than every id. */
  first: string;
  find(
    client: Transaction,
    eraser: Eraser,
    place: { accountId: string; after: string; before: string },
  ): Promise<FoundPage>;
  erase(client: Transaction, accountId: string, ids: readonly string[], eraser: Eraser): Promise<void>;
}

const LOGS: Traces = { first: '0', find: findMentioningLogs, erase: eraseLogs };
const ANSWERS: Traces = { first: '', find: findMentioningAnswers, erase: eraseAnswers };
const FAILURES: Traces = { first: NIL_UUID, find: findMentioningFailures, erase: eraseFailures };
const AUDIT_EVENTS: Traces = { first: NIL_UUID, find: findMentioningAuditEvents, erase: eraseAuditEvents };

export const eraseAllLogs = walkOver(LOGS, { phase: 'answers', position: [] });
/** The logs since the erasure once more: the account may have read an email that was not finished. */
export const eraseLateLogs = walkOver(LOGS, { isDone: true });
export const eraseStoredAnswers = walkOver(ANSWERS, { phase: 'imports', position: [] });
export const eraseImportFailures = walkOver(FAILURES, { phase: 'audit', position: [] });
export const eraseOldAuditEvents = walkOver(AUDIT_EVENTS, { phase: 'events', position: [] });

function walkOver({ first, find, erase }: Traces, end: Progress): Phase {
  return async ({ client, erasure: { accountId, position }, eraser, now }: PhaseContext) => {
    const [after = first] = position;
    const page = await find(client, eraser, { accountId, after, before: logIdLowerBound(now) });
    const { ids, last, isEnd } = takeRows(page);
    await erase(client, accountId, ids, eraser);
    return isEnd || last === undefined ? end : { position: [last] };
  };
}
