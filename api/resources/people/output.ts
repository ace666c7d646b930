// JSON forms of people that an account may send to (docs/reference/people.md).
import { trackingOf } from '../../../shared/resources/audience/tracking-refusals/refusals.ts';
import type {
  TimelineEmail,
  TimelineEntry,
  TimelineEvent,
  TimelineRun,
} from '../../../shared/resources/flows/timelines/entry.ts';
import type { KnownPerson } from '../../../shared/resources/flows/timelines/find-person.ts';

/** The answer of GET /people/:address. */
export function toPerson({ emailKey, contacts, topics, suppression, ...decided }: KnownPerson) {
  const { unsubscribe, trackingRefusal } = decided;
  return {
    object: 'person',
    address: emailKey,
    contacts: contacts.map(({ id, audience, domains, createdAt }) => ({
      id,
      audience,
      domains,
      created_at: createdAt.toISOString(),
    })),
    unsubscribed: unsubscribe
      ? { since: unsubscribe.since.toISOString(), by: unsubscribe.by, email_id: unsubscribe.emailId }
      : null,
    topics: topics.map(({ since, ...topic }) => ({ ...topic, since: since?.toISOString() ?? null })),
    suppression: suppression
      ? {
          origin: suppression.origin,
          since: suppression.createdAt.toISOString(),
          email_id: suppression.emailId,
          reply: suppression.smtpReply,
        }
      : null,
    tracking: {
      status: trackingOf(trackingRefusal !== undefined),
      since: trackingRefusal?.since.toISOString() ?? null,
      by: trackingRefusal?.by ?? null,
      email_id: trackingRefusal?.emailId ?? null,
    },
  };
}

/** An item of GET /people/:address/timeline. */
export function toTimelineEntry({ contactId, createdAt, email, event, run, ...entry }: TimelineEntry) {
  return {
    ...entry,
    created_at: createdAt.toISOString(),
    contact_id: contactId,
    email: email && toTimelineEmail(email),
    event: event && toTimelineEvent(event),
    run: run && toTimelineRun(run),
  };
}

function toTimelineEmail({
  topicId,
  automationId,
  scheduledAt,
  smtpCode,
  smtpReply,
  hits,
  vote,
  ...email
}: TimelineEmail) {
  return {
    ...email,
    topic_id: topicId,
    automation_id: automationId,
    scheduled_at: scheduledAt?.toISOString() ?? null,
    smtp_code: smtpCode,
    smtp_reply: smtpReply,
    hits: hits.map(({ at, ...hit }) => ({ ...hit, at: at.toISOString() })),
    vote: vote && { poll_id: vote.pollId, option: vote.option, at: vote.at.toISOString() },
  };
}

function toTimelineEvent({ waitsResolved, automations, ...event }: TimelineEvent) {
  return {
    ...event,
    waits_resolved: waitsResolved,
    automations: automations.map(({ runId, ...automation }) => ({ ...automation, run_id: runId })),
  };
}

function toTimelineRun({ steps, ...run }: TimelineRun) {
  const shown = steps.map(({ emailId, at, ...step }) => ({
    ...step,
    email_id: emailId,
    at: at.toISOString(),
  }));
  return { ...run, steps: shown };
}
