// JSON form of an email (docs/reference/emails.md#the-email-record).
import type { FullEmailRow } from '../../../shared/resources/emails/find.ts';
import type { EmailRow } from '../../../shared/resources/emails/list.ts';
import type { ScheduledEmailRow } from '../../../shared/resources/emails/pending.ts';
import type { SourceRow } from '../../../shared/resources/emails/sources.ts';

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
    subject: row.subject,
    preview_text: row.preview_text,
    tags: row.tags ?? [],
    topic_id: row.topic_id,
    template_id: row.template_id,
    campaign_id: row.campaign_id,
    automation_id: row.automation_id,
    source: row.source,
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
    headers: row.headers ?? {},
    events: row.events.map((event) => ({ ...event, created_at: new Date(event.created_at).toISOString() })),
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
