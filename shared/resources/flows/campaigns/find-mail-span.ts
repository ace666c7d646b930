// Finds where the mail of a campaign is among the emails of its account, so that a list of it does not read earlier and
// later mail.
import type { Queryable } from '../../../platform/db/connect.ts';
import { MINUTE_MS } from '../../../platform/time/durations.ts';
import { boundOfLaterIds, uuidV7LowerBound } from '../../../platform/time/ids.ts';
import type { MailSpan } from '../../messaging/emails/list.ts';

/** @param id also of a campaign that is deleted, unknown or another account's: its mail, if there is any, is newer */
export async function findMailSpan(database: Queryable, accountId: string, id: string): Promise<MailSpan> {
  const { rows } = await database.query<{ dispatchId: string | null; sentAt: Date | null }>({
    name: 'find-mail-span',
    text: `SELECT dispatch_id AS "dispatchId", sent_at AS "sentAt" FROM campaigns
           WHERE id = $1 AND account_id = $2`,
    values: [id, accountId],
  });
  const { dispatchId = null, sentAt = null } = rows[0] ?? {};
  // When everybody was tried all mail had been made; a minute is for clocks that differ.
  const until = sentAt && uuidV7LowerBound(new Date(sentAt.getTime() + MINUTE_MS));
  return { campaignId: id, fromId: boundOfLaterIds(dispatchId ?? id), beforeId: until };
}
