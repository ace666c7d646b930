// The phase of an erasure that waits for unfinished rows: emails in transit, which are delivered or fail like any
// other, and webhook messages in delivery, whose answer was not written yet.
import { MINUTE_MS } from '../../../../platform/time/durations.ts';
import { logIdLowerBound } from '../../../../platform/time/ids.ts';
import type { PhaseContext, Progress } from '../../../foundation/erasing/phase.ts';
import { eraseMessages } from '../../../foundation/webhooks/erasing/erase.ts';
import { settleEmails } from './finished-emails.ts';

/** An attempt at an endpoint takes fifteen seconds at most. */
const MESSAGES_DELAY_MS = MINUTE_MS;
/** Messages of one step, each with its attempts. */
const STEP_MESSAGES = 50;
/** The position of this phase once an email was unfinished: requests may have read it since. */
const WAITED = ['waited'];

/** Erases ended rows; waits if any have not ended. */
export async function eraseUnfinished(context: PhaseContext): Promise<Progress> {
  const { unfinishedEmails, unfinishedMessages, position, createdAt } = context.erasure;
  if (unfinishedMessages.length > 0) return await settleMessages(context);
  if (unfinishedEmails.length > 0) return { position: WAITED, ...(await settleEmails(context)) };
  if (position.length === 0) return { isDone: true };
  return { isOver: true, position: [logIdLowerBound(createdAt)] };
}

/** An attempt is written together with the end of its claim, so a message without a claim has all its attempts. */
async function settleMessages({ client, erasure, eraser, now }: PhaseContext): Promise<Progress> {
  const { accountId, unfinishedMessages } = erasure;
  const step = unfinishedMessages.slice(0, STEP_MESSAGES);
  const held = await eraseMessages(client, { accountId, ids: step }, eraser);
  const waitUntil = new Date(now.getTime() + MESSAGES_DELAY_MS);
  return {
    unfinishedMessages: [...unfinishedMessages.slice(STEP_MESSAGES), ...held],
    ...(held.length === step.length && { waitUntil }),
  };
}
