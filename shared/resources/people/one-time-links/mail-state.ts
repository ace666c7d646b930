// Reports the state of the mails of one-time links in lists of their requesters: of an invitation, or an address to
// confirm. The requester is not the operator, so it discloses no more than needed: no reply of a server, no other mail.
import { EMAIL_EVENT_REASONS, type EmailEventReason } from '../../../contract/emails/reasons.ts';
import type { LINK_MAIL_STATUSES } from '../../../contract/invitations/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { EmailStatus } from '../../messaging/emails/email.ts';
import { findNoticeStates, type NoticeState } from '../../messaging/emails/notices/find-states.ts';

type LinkMailStatus = (typeof LINK_MAIL_STATUSES)[number];

/** The state of the mail of a link. */
export interface LinkMailState {
  /** The status; null: there is no link to mail, because it was used or has expired. */
  status: LinkMailStatus | null;
  /** Why it was not sent, as a sentence; null: it was, or it still may be. */
  failure: string | null;
}

/** The mail of a link that was just created. */
export const MAIL_WAITS: LinkMailState = { status: 'waiting', failure: null };
/** The state without a link to mail. */
export const NO_MAIL: LinkMailState = { status: null, failure: null };

interface MailedLink {
  id: string;
  isDue: boolean;
  /** Whether it was refused; without a refusal, an older version did not store the reason. */
  isRefused: boolean;
  refusal: EmailEventReason | null;
  emailId: string | null;
}

/** The record that a link is mailed for. */
export interface Mailed {
  /** The link; null: there is no link to mail. */
  mailedLinkId: string | null;
}

/** Adds what became of their mails to rows of a list. */
export async function addMailStates<Row extends Mailed>(
  database: Queryable,
  listed: readonly Row[],
  now: Date,
): Promise<(Row & { mail: LinkMailState })[]> {
  const { rows } = await database.query<MailedLink>({
    name: 'find-mails-of-links',
    text: `SELECT id, mail_due_at IS NOT NULL AS "isDue", token_hash IS NULL AND mail_due_at IS NULL AS "isRefused",
                  refusal, email_id AS "emailId"
           FROM one_time_links WHERE id = ANY($1::uuid[]) AND expires_at > $2`,
    values: [listed.flatMap(({ mailedLinkId }) => mailedLinkId ?? []), now],
  });
  const outcomes = await findNoticeStates(
    database,
    rows.flatMap(({ emailId }) => emailId ?? []),
  );
  const states = new Map(rows.map((link) => [link.id, stateOf(link, outcomes)]));
  return listed.map((row) => ({ ...row, mail: states.get(row.mailedLinkId ?? '') ?? NO_MAIL }));
}

function stateOf(
  { isDue, isRefused, refusal, emailId }: MailedLink,
  outcomes: ReadonlyMap<string, NoticeState>,
): LinkMailState {
  if (isDue) return MAIL_WAITS;
  if (isRefused) return failed(refusal);
  const outcome = outcomes.get(emailId ?? '');
  // Emails are removed after a time, before some links.
  const status = outcome ? STATUSES[outcome.state] : 'sent';
  return status === 'failed' ? failed(outcome?.reason ?? null) : { status, failure: null };
}

const STATUSES: Readonly<Record<EmailStatus, LinkMailStatus>> = {
  pending: 'waiting',
  queued: 'waiting',
  sending: 'waiting',
  delivery_delayed: 'waiting',
  sent: 'sent',
  delivered: 'sent',
  complained: 'sent',
  bounced: 'failed',
  suppressed: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

const BOUNCED_BEFORE =
  'An email to this address bounced within the last 24 hours. Check the address, or send the link again tomorrow.';
const NOT_SENT = 'The email could not be sent.';

function failed(reason: EmailEventReason | null): LinkMailState {
  if (reason === 'suppressed_address') return { status: 'failed', failure: BOUNCED_BEFORE };
  return { status: 'failed', failure: (reason && EMAIL_EVENT_REASONS[reason]) ?? NOT_SENT };
}
