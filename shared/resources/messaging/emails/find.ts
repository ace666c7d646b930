// Reads one email for its account: with its contents, its recipients and its events, or its contents alone.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { DEFAULT_PROVIDER } from '../../foundation/providers/provider.ts';
import { showPoll } from '../polls/show.ts';
import { shownContents } from './contents/hidden-contents.ts';
import type { EmailBody, ReadBody, StoredBody } from './contents/stored-body.ts';
import type { EmailStatus, RecipientKind } from './email.ts';
import type { EmailEventType } from './events/event.ts';
import type { EventDetails } from './events/event-data.ts';
import type { EmailRow } from './list.ts';

/** The dependencies of reading contents. */
export interface ReadContentsDeps {
  database: Queryable;
  readBody: ReadBody;
}

/**
 * An email with its contents, its recipients and its events. Of the service's own mail the contents are a sentence
 * (contents/hidden-contents.ts).
 */
export interface FullEmailRow extends EmailRow, EmailBody {
  headers: Record<string, string> | null;
  recipients: RecipientRow[];
  events: EventRow[];
}

/** A recipient and the last reply to it. */
export interface RecipientRow {
  address: string;
  kind: RecipientKind;
  state: EmailStatus;
  smtp_code: number | null;
  /** Our own words if `smtp_code` is null. */
  smtp_reply: string | null;
  attempts: number;
  /** Also set while the recipient is claimed. */
  next_attempt_at: string | null;
  /** The provider that it was last tried by; null: it was not. */
  provider: string | null;
}

/** An event with the fields that its type adds. */
export interface EventRow {
  type: EmailEventType;
  created_at: string;
  recipient: string;
  data: EventDetails | null;
}

/** No row names the default provider; a recipient with a tried server has the dialogue. */
const TRIED_PROVIDER = `CASE WHEN provider IS NOT NULL OR dialogue IS NOT NULL
  THEN coalesce(provider, '${DEFAULT_PROVIDER}') END`;

/**
 * Reads an email of an account.
 * @throws DomainError `not_found` when there is none, or it belongs to another account
 */
export async function requireEmail(
  { database, readBody }: ReadContentsDeps,
  accountId: string,
  id: string,
): Promise<FullEmailRow> {
  const { rows } = await database.query<FullEmailRow & Pick<StoredBody, 'rendered'>>({
    name: 'find-email',
    text: `SELECT emails.*, ${shownContents({ emails: 'emails', contents: 'contents' })},
             (SELECT coalesce(json_agg(json_build_object('type', type, 'created_at', created_at, 'recipient', recipient,
                                                         'data', data) ORDER BY id), '[]')
              FROM email_events WHERE email_id = emails.id) AS events,
             (SELECT coalesce(json_agg(recipient ORDER BY position), '[]')
              FROM (SELECT address, kind, state, smtp_code, smtp_reply, attempts, next_attempt_at, position, ${TRIED_PROVIDER} AS provider
                    FROM email_recipients WHERE email_id = emails.id) AS recipient) AS recipients
           FROM emails LEFT JOIN email_contents AS contents ON contents.id = emails.content_id
           WHERE emails.id = $1 AND emails.account_id = $2`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Email');
  const { rendered, ...email } = rows[0];
  const { html, text, poll, created_at: createdAt } = email;
  return { ...email, ...(await readBody({ accountId, html, text, poll, rendered, createdAt })) };
}

/** The contents of an email as its account may see them. */
export type ShownContents = Pick<FullEmailRow, 'html' | 'text'>;

/** The contents of an email of an account with its poll in them; undefined when there is none, or it belongs to another account. */
export async function findEmailContents(
  { database, readBody }: ReadContentsDeps,
  accountId: string,
  id: string,
): Promise<ShownContents | undefined> {
  const { rows } = await database.query<Omit<StoredBody, 'accountId'>>({
    name: 'find-email-contents',
    text: `SELECT emails.created_at AS "createdAt", ${shownContents({ emails: 'emails', contents: 'contents' })}
           FROM emails LEFT JOIN email_contents AS contents ON contents.id = emails.content_id
           WHERE emails.id = $1 AND emails.account_id = $2`,
    values: [id, accountId],
  });
  if (!rows[0]) return undefined;
  const { poll, ...body } = await readBody({ ...rows[0], accountId });
  return showPoll(body, poll);
}
