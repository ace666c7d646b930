// The settings of the account's pages, with the name of the sender that the account need not set.
import type { Queryable } from '../../shared/platform/db/connect.ts';
import { findUnsubscribePage } from '../../shared/resources/messaging/unsubscribe-page/find.ts';
import { findSenderName } from '../../shared/resources/messaging/unsubscribe-page/find-sender-name.ts';
import type { UnsubscribePage } from '../../shared/resources/messaging/unsubscribe-page/unsubscribe-page.ts';

/** @param mail the mail whose link opens the page */
export async function findShownSettings(
  database: Queryable,
  mail: { accountId: string; emailId: string },
): Promise<UnsubscribePage> {
  const settings = await findUnsubscribePage(database, mail.accountId);
  return { ...settings, senderName: settings.senderName ?? (await findSenderName(database, mail)) };
}
