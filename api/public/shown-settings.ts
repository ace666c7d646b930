// The settings of the account's pages, with the name of the sender that the account need not set.
import type { Queryable } from '../../shared/platform/db/connect.ts';
import { findUnsubscribePage } from '../../shared/resources/messaging/unsubscribe-page/find.ts';
import { findSenderName } from '../../shared/resources/messaging/unsubscribe-page/find-sender-name.ts';
import type { UnsubscribePage } from '../../shared/resources/messaging/unsubscribe-page/unsubscribe-page.ts';

/** The mail whose link opens a page; without an id it is a page that no link opens. */
interface LinkedMail {
  accountId: string;
  emailId: string | null;
}

/** The settings that a page of a mail is shown with. */
export async function findShownSettings(database: Queryable, mail: LinkedMail): Promise<UnsubscribePage> {
  return await withSenderName(database, mail, await findUnsubscribePage(database, mail.accountId));
}

/** Settings, and the name of the sender where they have none. */
export async function withSenderName(
  database: Queryable,
  mail: LinkedMail,
  settings: UnsubscribePage,
): Promise<UnsubscribePage> {
  return { ...settings, senderName: settings.senderName ?? (await findSenderName(database, mail)) };
}
