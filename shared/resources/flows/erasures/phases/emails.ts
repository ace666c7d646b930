// The phases of an erasure that change emails. Those still to be sent at once: the person is withdrawn from them. All others
// two minutes later: by then webhooks have delivered what happened last, and requests that were in progress have ended.
import { MINUTE_MS } from '../../../../platform/time/durations.ts';
import { NIL_UUID, uuidV7LowerBound } from '../../../../platform/time/ids.ts';
import { eraseEngagement } from '../../../audience/engagement/record.ts';
import { takeRows } from '../../../foundation/erasing/found-rows.ts';
import {
  type Erasure,
  joinIds,
  type PhaseContext,
  type Progress,
} from '../../../foundation/erasing/phase.ts';
import {
  findEmailsTo,
  findMentioningEmails,
  findUnsentEmailsTo,
} from '../../../messaging/emails/erasing/find.ts';
import { withdrawFromUnsent } from '../../../messaging/emails/erasing/withdraw.ts';
import { eraseReceivedFrom } from '../../../messaging/receiving/erase.ts';
import { eraseWithMessages, settleEmails } from './finished-emails.ts';

/** Time in which requests in progress end, their logs are written, and endpoints that answer get their messages. */
const SETTLING_MS = 2 * MINUTE_MS;
/** Emails on their way that an erasure remembers. With more the walk waits until some of them have ended. */
const UNFINISHED_MAX = 1_000;

/** Withdraws the person from emails that are still to be sent. */
export async function eraseScheduled(context: PhaseContext): Promise<Progress> {
  const { client, erasure, eraser, ids, queues, now } = context;
  const { accountId, unfinishedEmails } = erasure;
  const found = await findUnsentEmailsTo(client, eraser, rangeOf(erasure));
  if (found.length === 0) {
    const settled = new Date(now.getTime() + SETTLING_MS);
    return { isOver: true, messagesUntil: settled, waitUntil: settled };
  }
  const emails = { accountId, ids: found };
  const kept = await withdrawFromUnsent(client, emails, eraser, { ids, queues, now });
  return { position: found.slice(-1), unfinishedEmails: joinIds(unfinishedEmails, kept) };
}

/**
 * Removes the person's mail to the account, and erases emails to the address, which the index of recipients finds.
 * These are locked then, so they do not count for the engagement of the address after it was removed.
 */
export async function eraseThoseToAddress(context: PhaseContext): Promise<Progress> {
  const { client, eraser, erasure } = context;
  if (await eraseReceivedFrom(client, eraser, erasure.accountId)) return {};
  const progress = await walk(context, findEmailsTo);
  await eraseEngagement(client, erasure);
  return progress;
}

/** Erases the other emails that mention the address: as sender, in a header field, in their text. */
export function eraseThoseMentioning(context: PhaseContext): Promise<Progress> {
  return walk(context, findMentioningEmails);
}

async function walk(context: PhaseContext, find: typeof findEmailsTo): Promise<Progress> {
  const { client, erasure, eraser } = context;
  if (erasure.unfinishedEmails.length >= UNFINISHED_MAX) return await settleEmails(context);
  const { ids, last, isEnd } = takeRows(await find(client, eraser, rangeOf(erasure)));
  const progress = await eraseWithMessages(context, ids);
  const unfinishedEmails = joinIds(erasure.unfinishedEmails, progress.unfinishedEmails ?? []);
  const place = isEnd ? { isOver: true } : { position: last === undefined ? [] : [last] };
  return { ...progress, ...place, unfinishedEmails };
}

/** Emails that were accepted before the erasure. */
function rangeOf({ accountId, createdAt, position: [after = NIL_UUID] }: Erasure) {
  return { accountId, after, before: uuidV7LowerBound(new Date(createdAt.getTime() + 1)) };
}
