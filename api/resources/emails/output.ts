// JSON form of an email (docs/reference/emails.md#the-email-record).
import { partValues } from '../../../shared/contract/emails/part-fields.ts';
import {
  type DIALOGUE_SPEAKERS,
  EMAIL_CAUSED_EVENT_TYPES,
  EMAIL_HIT_TYPES,
} from '../../../shared/contract/emails/values.ts';
import { LINE_FIELDS, mailByName } from '../../../shared/contract/mail/fields.ts';
import type { Speaker } from '../../../shared/mail/smtp-dialogue.ts';
import type { EventDetails } from '../../../shared/resources/messaging/emails/events/event-data.ts';
import type {
  EventRow,
  FullEmailRow,
  RecipientRow,
} from '../../../shared/resources/messaging/emails/find.ts';
import type { EmailRow } from '../../../shared/resources/messaging/emails/list.ts';
import type { ScheduledEmailRow } from '../../../shared/resources/messaging/emails/pending.ts';
import type { SourceRow } from '../../../shared/resources/messaging/emails/sources.ts';
import type { EmailTrace } from '../../../shared/resources/messaging/emails/trace.ts';
import { readTracking } from '../../../shared/resources/messaging/emails/tracking/measures.ts';
import type { FeedbackAbout } from '../../../shared/resources/messaging/provider-feedback/list.ts';
import type { ReportAbout } from '../../../shared/resources/messaging/receiving/reports.ts';
import { toSuppressionItem } from '../suppressions/output.ts';
import { toPollField } from './poll-field.ts';

/** An item of GET /emails: everything except bodies, headers and events. */
export function toEmailItem(row: EmailRow) {
  return {
    id: row.id,
    status: row.status,
    last_event: row.last_event ?? row.status,
    message_id: row.message_id,
    from: row.from_address,
    to: row.to_addresses,
    cc: row.cc_addresses,
    bcc: row.bcc_addresses,
    reply_to: row.reply_to_addresses,
    ...mailByName(LINE_FIELDS, ({ name }) => row[name]),
    tags: row.tags ?? [],
    ...partValues(({ name }) => row[name]),
    thread_id: row.thread_id ?? row.id,
    source: row.source,
    tracking: readTracking(row.tracking),
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    sent_at: row.sent_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** The answer of GET /emails/:id. */
export function toEmail(row: FullEmailRow) {
  return {
    object: 'email',
    ...toEmailItem(row),
    html: row.html,
    text: row.text,
    poll: toPollField(row.poll),
    headers: row.headers ?? {},
    recipients: row.recipients.map(toRecipient),
    events: row.events.map(toEvent),
  };
}

const WAITING: ReadonlySet<string> = new Set(['pending', 'queued', 'delivery_delayed']);

function toRecipient({
  address,
  kind,
  state,
  smtp_code,
  smtp_reply,
  attempts,
  next_attempt_at,
  provider,
}: RecipientRow) {
  const nextAttemptAt = WAITING.has(state) ? next_attempt_at : null;
  return {
    address,
    kind,
    status: state,
    smtp_code,
    smtp_reply: smtp_code === null ? null : smtp_reply,
    attempts,
    next_attempt_at: nextAttemptAt && new Date(nextAttemptAt).toISOString(),
    provider,
  };
}

function toEvent({ type, created_at, recipient, data }: EventRow) {
  const { report_id = null, provider = null } = data ?? {};
  const event = { type, created_at: new Date(created_at).toISOString(), recipient, report_id, provider };
  const tls = data?.['tls'];
  const direct = tls ? { server: data?.['server'] ?? null, tls } : {};
  if (EMAIL_CAUSED_EVENT_TYPES.some((caused) => caused === type))
    return { ...event, ...toCause(data), ...direct };
  if (type === 'delivered') return { ...event, ...direct };
  // The details of hits are stored in the form of the answer.
  return EMAIL_HIT_TYPES.some((hit) => hit === type) ? { ...event, ...data } : event;
}

/** The events of older versions have no cause. */
function toCause(data: EventDetails | null) {
  const { reason = null, message = null, smtp_code = null, smtp_reply = null, server = null } = data ?? {};
  return { reason, message, smtp_code, smtp_reply, server };
}

const SPEAKERS: Readonly<Record<Speaker, (typeof DIALOGUE_SPEAKERS)[number]>> = {
  c: 'client',
  s: 'server',
  x: 'event',
};

/** The answer of GET /emails/:id/trace. */
export function toEmailTrace(
  { id, recipients, logId, webhookEvents, suppressions, dialogues }: EmailTrace,
  { reports, feedback }: { reports: readonly ReportAbout[]; feedback: readonly FeedbackAbout[] },
) {
  const addressOf = new Map(recipients.map((recipient) => [recipient.id, recipient.address]));
  return {
    object: 'email_trace',
    id,
    log_id: logId,
    webhook_events: webhookEvents.map((event) => ({
      webhook_id: event.webhookId,
      id: event.id,
      type: event.type,
      status: event.state,
      recipient: event.recipient,
      created_at: event.createdAt.toISOString(),
    })),
    suppressions: suppressions.map(toSuppressionItem),
    reports: reports.map((report) => ({
      id: report.id,
      purpose: report.purpose,
      recipient: addressOf.get(report.recipientId),
      effect: report.effect,
      received_at: report.receivedAt.toISOString(),
    })),
    feedback: feedback.map(({ recipientId, happenedAt, createdAt, ...said }) => ({
      ...said,
      recipient: addressOf.get(recipientId),
      happened_at: happenedAt?.toISOString() ?? null,
      created_at: createdAt.toISOString(),
    })),
    dialogue: dialogues.flatMap(({ address: recipient, servers }) =>
      servers.map(({ lines, ...server }) => ({
        recipient,
        ...server,
        lines: lines.map(([at_ms, who, text]) => ({ at_ms, who: SPEAKERS[who], text })),
      })),
    ),
  };
}

/** An item of GET /emails/sources. */
export function toEmailSource({ source, count, last_sent_at }: SourceRow) {
  return { source, count, last_sent_at: last_sent_at?.toISOString() ?? null };
}

/** The answer of PATCH /emails/:id and of POST /emails/:id/cancel. */
export function toScheduledEmail({ id, status, scheduled_at }: ScheduledEmailRow) {
  return { object: 'email', id, status, scheduled_at: scheduled_at.toISOString() };
}
