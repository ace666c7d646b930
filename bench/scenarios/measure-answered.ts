// Measures how many mails a second are answered by a server that keeps them, and that it has kept all that it answered.
import type { Database } from '../../shared/platform/db/connect.ts';
import { measureLoad, perSecond } from '../measure-load.ts';
import { type Run, send } from '../run.ts';
import type { RunResult } from '../scenario.ts';

/** The figure: mails a second. */
export const ANSWERED = 'answered';

/**
 * Measures.
 * @param count counts the mails in the database; undefined: they are not in one
 * @throws Error when their number differs from the number of answers
 */
export async function measureAnswered(
  run: Run,
  { warmUp, mails }: { warmUp: number; mails: number },
  count: ((database: Database) => Promise<number>) | undefined,
): Promise<Omit<RunResult, 'contender'>> {
  await send(run, { requests: warmUp });
  const measured = await measureLoad(run, () => sendLoad(run, mails));
  const stored = await count?.(run.database);
  if (stored !== undefined && stored !== run.requests)
    throw new Error(`${run.plan.variant.name}: ${stored} of ${run.requests} mails were stored.`);
  return measured;
}

async function sendLoad(run: Run, mails: number): Promise<Pick<RunResult, 'figures' | 'messages'>> {
  const answer = await send(run, { requests: mails });
  const rate = perSecond(mails, answer.lastAnswerAtMs - answer.firstSentAtMs);
  return { figures: { [ANSWERED]: rate, p50: answer.p50Ms, p99: answer.p99Ms }, messages: mails };
}
