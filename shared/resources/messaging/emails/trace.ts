// Traces an email through the service: the log of the request that sent it, its events at webhooks, the entries of the
// suppression list for its recipients, the dialogues of the last tries; and its recipients, by which
// receiving/reports.ts finds the reports about them. All but the dialogues are found by the times of the email and of
// its events, so sending costs nothing more.
import { notFound } from '../../../contract/domain-error.ts';
import { EMAIL_OPERATIONS } from '../../../contract/emails/operations.ts';
import { RECEIVING_OPERATIONS } from '../../../contract/receiving/operations.ts';
import { addressKey } from '../../../mail/addresses.ts';
import { readDialogue, type ServerDialogue } from '../../../mail/smtp-dialogue.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { listSuppressionsOf } from '../../audience/suppressions/list-of.ts';
import type { Suppression } from '../../audience/suppressions/suppression.ts';
import { findCreatingLog } from '../../foundation/logs/find-creating.ts';
import { SMTP_ENDPOINT } from '../../foundation/logs/log.ts';
import {
  listMessagesOfEmail,
  type MessageOfEmail,
} from '../../foundation/webhooks/messages/list-of-email.ts';
import type { EmailSource } from './email.ts';

/** The requests that send emails. */
const ENDPOINTS: Readonly<Partial<Record<EmailSource, string>>> = {
  api: EMAIL_OPERATIONS.sendEmail.path,
  batch: EMAIL_OPERATIONS.sendBatch.path,
  forward: RECEIVING_OPERATIONS.forwardReceivedEmail.path.replace(':id', '%'),
  smtp: SMTP_ENDPOINT,
  reply: RECEIVING_OPERATIONS.replyToReceivedEmail.path.replace(':id', '%'),
};

/** An email may have 150 recipients, and a dialogue many lines. */
const DIALOGUES_MAX = 50;

/** The dialogue of the last try to send to a recipient, server by server. */
interface RecipientDialogue {
  address: string;
  servers: readonly ServerDialogue[];
}

/** The facts about an email from other places. */
export interface EmailTrace {
  id: string;
  createdAt: Date;
  recipients: { id: string; address: string }[];
  /** null: the email was not sent by a request of the API, or the log was removed or dropped. */
  logId: string | null;
  /** Oldest first. */
  webhookEvents: MessageOfEmail[];
  /** The present entries, in the order of the recipients. */
  suppressions: Suppression[];
  /** The dialogues in the order of the recipients that have one; 50 at most. */
  dialogues: RecipientDialogue[];
}

interface TracedRow {
  id: string;
  source: EmailSource;
  createdAt: Date;
  recipients: { id: string; address: string }[];
  eventTimes: Date[];
  dialogues: { address: string; said: string }[];
}

/**
 * Traces an email of an account.
 * @throws DomainError `not_found` when there is none, or it belongs to another account
 */
export async function traceEmail(database: Queryable, accountId: string, id: string): Promise<EmailTrace> {
  const { rows } = await database.query<TracedRow>(
    `SELECT id, source, created_at AS "createdAt",
       (SELECT coalesce(json_agg(json_build_object('id', id, 'address', address) ORDER BY position), '[]')
        FROM email_recipients WHERE email_id = emails.id) AS recipients,
       ARRAY(SELECT DISTINCT created_at FROM email_events WHERE email_id = emails.id) AS "eventTimes",
       (SELECT coalesce(json_agg(json_build_object('address', address, 'said', dialogue) ORDER BY position), '[]')
        FROM (SELECT address, position, dialogue FROM email_recipients
              WHERE email_id = emails.id AND dialogue IS NOT NULL
              ORDER BY position LIMIT ${DIALOGUES_MAX}) AS tried) AS dialogues
     FROM emails WHERE id = $1 AND account_id = $2`,
    [id, accountId],
  );
  const [email] = rows;
  if (!email) throw notFound('Email');
  const { createdAt, recipients } = email;
  const dialogues = email.dialogues.map(({ address, said }) => ({ address, servers: readDialogue(said) }));
  const endpoint = ENDPOINTS[email.source];
  const [logId, webhookEvents, suppressions] = await Promise.all([
    endpoint === undefined
      ? null
      : findCreatingLog(database, { accountId, endpoint, id: email.id, createdAt }),
    listMessagesOfEmail(database, { accountId, emailId: email.id, times: email.eventTimes }),
    listSuppressionsOf(
      database,
      accountId,
      recipients.map(({ address }) => addressKey(address)),
    ),
  ]);
  return { id: email.id, createdAt, recipients, logId, webhookEvents, suppressions, dialogues };
}
