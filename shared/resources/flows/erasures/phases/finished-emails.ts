// Erases a person from emails that are finished, with the webhook messages of their events, the reports about them and the
// hits that are not judged yet, for the phases that walk over emails and for the one that waits until emails are finished.
import { HOUR_MS } from '../../../../platform/time/durations.ts';
import { eraseEngagement } from '../../../audience/engagement/record.ts';
import { takeRows } from '../../../foundation/erasing/found-rows.ts';
import { joinIds, type PhaseContext, type Progress } from '../../../foundation/erasing/phase.ts';
import { eraseMessages } from '../../../foundation/webhooks/erasing/erase.ts';
import { findMessagesOfEmails } from '../../../foundation/webhooks/erasing/find.ts';
import { eraseEmails } from '../../../messaging/emails/erasing/erase.ts';
import { findEventTimes, findFinishedEmails } from '../../../messaging/emails/erasing/find.ts';
import { withdrawFromUnsent } from '../../../messaging/emails/erasing/withdraw.ts';
import { removeFeedbackOfErased } from '../../../messaging/provider-feedback/erase.ts';
import { removeReportsOfErased } from '../../../messaging/receiving/remove.ts';
import { removeHitsOfErased } from '../../../messaging/tracking/hits/erase.ts';

/** How often unfinished emails are checked: a retry of mail takes hours, a scheduled email up to thirty days. */
const EMAILS_DELAY_MS = HOUR_MS;

/**
 * Erases emails, the reports and hits of their erased recipients, and the webhook messages of events that happened
 * after the time until which all messages are read.
 * @returns the emails that are not finished, and the messages that are being delivered
 */
export async function eraseWithMessages(
  { client, erasure, eraser }: PhaseContext,
  ids: readonly string[],
): Promise<Progress> {
  const { accountId, messagesUntil, createdAt } = erasure;
  const { unfinished, erased } = await eraseEmails(client, { accountId, ids }, eraser);
  await removeReportsOfErased(client, erased);
  await removeFeedbackOfErased(client, erased);
  await removeHitsOfErased(client, erased);
  const times = await findEventTimes(client, erased, messagesUntil ?? createdAt);
  const messages = await findMessagesOfEmails(client, accountId, erased, times);
  const held = await eraseMessages(client, { accountId, ids: messages }, eraser);
  return {
    unfinishedEmails: unfinished,
    unfinishedMessages: joinIds(erasure.unfinishedMessages, held),
  };
}

/**
 * Erases unfinished emails that are finished now; waits if there are none. Recipients that a worker had claimed, and
 * would try again, are withdrawn.
 */
export async function settleEmails(context: PhaseContext): Promise<Progress> {
  const { client, erasure, eraser, ids: newIds, queues, now } = context;
  const unfinished = { accountId: erasure.accountId, ids: erasure.unfinishedEmails };
  await withdrawFromUnsent(client, unfinished, eraser, { ids: newIds, queues, now });
  const page = await findFinishedEmails(client, erasure.accountId, erasure.unfinishedEmails);
  const { ids } = takeRows(page);
  const left = page.rows.map(({ id }) => id).filter((id) => !ids.includes(id));
  if (ids.length === 0 && left.length > 0) {
    return { unfinishedEmails: left, waitUntil: new Date(now.getTime() + EMAILS_DELAY_MS) };
  }
  const progress = await eraseWithMessages(context, ids);
  // What the emails did until they were finished.
  await eraseEngagement(client, erasure);
  return { ...progress, unfinishedEmails: joinIds(left, progress.unfinishedEmails ?? []) };
}
