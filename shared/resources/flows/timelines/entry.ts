// An entry of a timeline: something that has happened to an address, or why it has not
// (docs/reference/people.md#an-entry).
import type { HIT_MACHINES } from '../../../contract/emails/values.ts';
import type { TIMELINE_TYPES } from '../../../contract/people/values.ts';
import type { TimelineActor } from '../../audience/timeline-records/record.ts';
import type { TopicSubscription } from '../../audience/topics/topic.ts';
import type { ContactTracking } from '../../audience/tracking-refusals/refusals.ts';
import type { EmailSource, EmailStatus, RecipientKind } from '../../messaging/emails/email.ts';
import type { RunStatus } from '../automations/runs/run.ts';

/** The source of an entry. */
export type EntryKind = 'email' | 'event' | 'run' | 'campaign' | 'import' | 'record';

/** An email to the address. */
export interface TimelineEmail {
  /** The id; null: it was refused, so it is not stored. */
  id: string | null;
  subject: string | null;
  from: string | null;
  kind: RecipientKind | null;
  /** State of the recipient; null: it was refused. */
  status: EmailStatus | null;
  source: EmailSource | null;
  topicId: string | null;
  automationId: string | null;
  scheduledAt: Date | null;
  smtpCode: number | null;
  smtpReply: string | null;
  /** The last opens and clicks of this recipient, the oldest first. */
  hits: TimelineHit[];
  /** The choice of the address by this email in a poll. */
  vote: { pollId: string; option: string; at: Date } | null;
}

/** An open or a click. */
export interface TimelineHit {
  type: 'opened' | 'clicked';
  at: Date;
  link: string | null;
  /** Null: a person did it. */
  machine: (typeof HIT_MACHINES)[number] | null;
}

/** An event of a contact of the address, or one that was refused. */
export interface TimelineEvent {
  /** Null: it was refused. */
  id: string | null;
  name: string;
  domain: string | null;
  waitsResolved: number;
  automations: { id: string; name: string | null; runId: string | null; reason: string | null }[];
}

/** A run of an automation, with the steps that it has reached. */
export interface TimelineRun {
  automation: { id: string; name: string | null };
  status: RunStatus;
  /** The steps in their order. */
  steps: { key: string; status: string; reason: string | null; emailId: string | null; at: Date }[];
}

/** A change of the facts about the address. */
export interface TimelineChange {
  fields: string[];
  unsubscribed: boolean | null;
  tracking: ContactTracking | null;
  entered: { id: string; name: string | null }[];
  left: { id: string; name: string | null }[];
  topics: { id: string; name: string | null; subscription: TopicSubscription }[];
}

/** A campaign. */
export interface TimelineCampaign {
  id: string;
  /** Null: it was deleted. */
  name: string | null;
}

/** One entry. What it is not about is null. */
export interface TimelineEntry {
  id: string;
  type: (typeof TIMELINE_TYPES)[number];
  createdAt: Date;
  /** Why nothing was sent or started; null: something was. */
  reason: string | null;
  /** The same in words. */
  message: string | null;
  contactId: string | null;
  by: TimelineActor | null;
  email: TimelineEmail | null;
  event: TimelineEvent | null;
  run: TimelineRun | null;
  /** The campaign of the mail, or the one that has left out the contact. */
  campaign: TimelineCampaign | null;
  change: TimelineChange | null;
}

/** An entry about nothing yet. */
export const NO_DETAILS = {
  reason: null,
  message: null,
  contactId: null,
  by: null,
  email: null,
  event: null,
  run: null,
  campaign: null,
  change: null,
} as const satisfies Partial<TimelineEntry>;
