// The look of an account, for prompts: the colours, the logo and the name of the sender on its unsubscribe pages. Not its postal
// address, which mail gets elsewhere.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { findUnsubscribePage } from '../../../messaging/unsubscribe-page/find.ts';

/** The look that an account has set. */
export async function findAppearance(database: Queryable, accountId: string): Promise<object> {
  const { logoUrl, backgroundColor, textColor, accentColor, senderName } = await findUnsubscribePage(
    database,
    accountId,
  );
  const look = { senderName, logoUrl, backgroundColor, textColor, accentColor };
  return Object.fromEntries(Object.entries(look).filter(([, value]) => value !== null));
}
