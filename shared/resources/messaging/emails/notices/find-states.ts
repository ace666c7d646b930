// Finds the states of notices with one recipient, such as the mails of one-time links, for lists of their requesters.
// The emails belong to the operator's account: other accounts see only these states.
import type { EmailEventReason } from '../../../../contract/emails/reasons.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { EmailStatus } from '../email.ts';

/** The state of a notice. */
export interface NoticeState {
  state: EmailStatus;
  /** Why it was not delivered, of the last event that says so; null: there is none. */
  reason: EmailEventReason | null;
}

/** @returns by the id of the email; emails that no longer exist, or are not notices, are left out */
export async function findNoticeStates(
  database: Queryable,
  emailIds: readonly string[],
): Promise<ReadonlyMap<string, NoticeState>> {
  if (emailIds.length === 0) return new Map();
  const { rows } = await database.query<NoticeState & { emailId: string }>({
    name: 'find-notice-states',
    text: `SELECT recipient.email_id AS "emailId", recipient.state,
                  (SELECT data ->> 'reason' FROM email_events AS event
                   WHERE event.email_id = recipient.email_id AND data ? 'reason' ORDER BY id DESC LIMIT 1) AS reason
           FROM email_recipients AS recipient JOIN emails ON emails.id = recipient.email_id
           WHERE recipient.email_id = ANY($1::uuid[]) AND emails.id = ANY($1::uuid[]) AND emails.source = 'notice'`,
    values: [emailIds],
  });
  return new Map(rows.map(({ emailId, state, reason }) => [emailId, { state, reason }]));
}
