// Reads the progress of a mail of the service with one recipient, for the operator who follows it (`send-test`).
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { EmailStatus } from '../email.ts';
import type { EventRow } from '../find.ts';

/** A mail on its way. */
export interface FollowedMail {
  id: string;
  accountId: string;
  messageId: string;
  /** The sender as in the From header. */
  from: string;
  recipientId: string;
  to: string;
  state: EmailStatus;
  smtpCode: number | null;
  /** The reply; our own words if there is no code. */
  smtpReply: string | null;
  attempts: number;
  nextAttemptAt: Date | null;
  /** Oldest first. */
  events: EventRow[];
}

/** @throws Error when the email does not exist: retention removes none so early */
export async function followMail(database: Queryable, emailId: string): Promise<FollowedMail> {
  const { rows } = await database.query<FollowedMail>({
    name: 'follow-mail',
    text: `SELECT emails.id, emails.account_id AS "accountId", message_id AS "messageId", from_address AS "from",
                  recipient.id AS "recipientId", address AS "to", state, smtp_code AS "smtpCode",
                  smtp_reply AS "smtpReply", attempts, next_attempt_at AS "nextAttemptAt",
                  (SELECT coalesce(json_agg(json_build_object('type', type, 'created_at', created_at,
                            'recipient', recipient, 'data', data) ORDER BY id), '[]')
                   FROM email_events WHERE email_id = emails.id) AS events
           FROM emails JOIN email_recipients AS recipient ON recipient.email_id = emails.id
           WHERE emails.id = $1`,
    values: [emailId],
  });
  if (!rows[0]) throw new Error('The email is gone.');
  return rows[0];
}
