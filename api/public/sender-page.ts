// Answers the pages that the mail of an account links to, for as long as the account exists. When its deletion begins
// they say that the sender is gone, before anything of it is removed: nothing is written for an account that is being
// deleted.
import type { Response } from 'express';
import { isAccountGone } from '../../shared/resources/flows/account-deletions/deletion.ts';
import type { ApiDeps } from '../deps.ts';
import { inPageSlot } from '../middleware/account-slots.ts';
import { sendPage } from './answer-page.ts';
import { SENDER_GONE_PAGE } from './unsubscribe/pages.ts';

/** Makes a page of an account when a slot is free; 410 once the account is gone. */
export async function answerForSender(
  { database }: Pick<ApiDeps, 'database'>,
  response: Response,
  accountId: string,
  answer: () => Promise<void>,
): Promise<void> {
  await inPageSlot(response, accountId, async () => {
    if (await isAccountGone(database, accountId)) sendPage(response, 410, SENDER_GONE_PAGE);
    else await answer();
  });
}
