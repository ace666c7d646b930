// The phases of an erasure that change what requests have left: their logs, up to the present, and the answers of
// idempotency keys.
import { logIdLowerBound } from '../../../../platform/time/ids.ts';
import { eraseAnswers, findMentioningAnswers } from '../../../idempotency/erase.ts';
import { eraseLogs, findMentioningLogs } from '../../../logs/erase.ts';
import type { PhaseContext, Progress } from '../erasure.ts';
import { takeRows } from '../found-rows.ts';

/** Erases the logs of the account. */
export function eraseAllLogs(context: PhaseContext): Promise<Progress> {
  return walkLogs(context, { phase: 'answers', position: [] });
}

/** Erases the logs since the erasure once more: the account may have read an email that was not finished. */
export function eraseLateLogs(context: PhaseContext): Promise<Progress> {
  return walkLogs(context, { isDone: true });
}

async function walkLogs(
  { client, erasure: { accountId, position }, eraser, now }: PhaseContext,
  end: Progress,
): Promise<Progress> {
  const [after = '0'] = position;
  const page = await findMentioningLogs(client, eraser, { accountId, after, before: logIdLowerBound(now) });
  const { ids, last, isEnd } = takeRows(page);
  await eraseLogs(client, accountId, ids, eraser);
  return isEnd || last === undefined ? end : { position: [last] };
}

/** Erases the stored answers of idempotency keys. */
export async function eraseStoredAnswers({ client, erasure, eraser }: PhaseContext): Promise<Progress> {
  const { accountId, position } = erasure;
  const page = await findMentioningAnswers(client, eraser, { accountId, after: position[0] ?? '' });
  const { ids, last, isEnd } = takeRows(page);
  await eraseAnswers(client, accountId, ids, eraser);
  return isEnd || last === undefined ? { phase: 'imports', position: [] } : { position: [last] };
}
