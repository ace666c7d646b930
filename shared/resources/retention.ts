// The table of retention: what is removed, and how many days after its end (docs/architecture/database.md#retention).
// What is not here stays: suppressions, unsubscribes, choices about topics, counters, and what accounts have made.
import {
  AUDIT_RETENTION_DAYS,
  IDEMPOTENCY_KEY_DAYS,
  IMPORT_RETENTION_DAYS,
  INVITATION_RETENTION_DAYS,
  RUN_RETENTION_DAYS,
  TIMELINE_RETENTION_DAYS,
} from '../contract/limits.ts';
import type { RetentionDays } from '../platform/config/retention-settings.ts';
import type { Bounds, Dependent, RetainedRows, Retention } from '../platform/retention/retention.ts';
import { DAY_MS, HOUR_MS } from '../platform/time/durations.ts';
import { AI_CREDITS } from './flows/ai/credits.ts';
import { removeEndedCauses } from './flows/automations/intake/cause-rows.ts';
import { STARTED_RUNS } from './flows/automations/intake/run-quota.ts';
import { removeLeftEntries } from './flows/automations/runs/remove-left-entries.ts';
import { removeUnusedVersions } from './flows/automations/runs/remove-unused-versions.ts';
import { IS_UNFINISHED_CAMPAIGN } from './flows/campaigns/campaign.ts';
import { removeOldStats } from './flows/campaigns/stats/remove-old.ts';
import { removeOldImports } from './flows/contact-imports/remove-old.ts';
import { IS_LAST_SUCCESS } from './foundation/webhooks/delivery/counters.ts';
import { PACES } from './messaging/destinations/remove-old.ts';
import { CLAIM_IS_OPEN } from './messaging/domains/claims/claim.ts';
import { DIALOGUES } from './messaging/emails/dialogues.ts';
import { feedbackIsInUse } from './messaging/provider-feedback/work.ts';
import { removeOldAddresses } from './messaging/receiving/addresses/remove-old.ts';
import { DIGEST_HOURS } from './messaging/receiving/arrivals/digests.ts';

/** Reports of deliveries and complaints come up to seven days later. */
const REPORT_DAYS = 7;
/** Runs and events may be removed late. */
const MARGIN_DAYS = 1;
/** How long dead workers stay listed for operators. What they had claimed was freed after a minute. */
const DEAD_WORKER_DAYS = 1;
/** Readers add up 24 hours. */
const COUNTED_DAYS = 2;
/** Longer than any request: the server ends one that has not arrived within two hours (api/http/server.ts). */
const ABANDONED_UPLOAD_DAYS = (3 * HOUR_MS) / DAY_MS;
/** Mail of a campaign that was deleted may still be tried, and is then kept. Drafts of a deleted audience go as late. */
const SENDING_DAYS = 3;
const DELETED_CAMPAIGN_DAYS = 30;
const SIGN_IN_LINK_DAYS = 30;
const DIGEST_DAYS = (DIGEST_HOURS * HOUR_MS) / DAY_MS;
const CLAIM_DAYS = 90;
const REPUTATION_DAYS = 35;
const REPLAY_DAYS = 30;
/** Longer than a process repeats an insert whose answer was lost; the database may be away for long. */
const HIT_GROUP_DAYS = 1;

/** Mail that may still be sent, and mail of which the last recipient ended, or was reported, too lately. */
const emailIsInUse = ({ time, until }: Bounds) => [
  `emails.status IN ('pending', 'queued', 'sending', 'delivery_delayed')`,
  `EXISTS (SELECT FROM email_recipients AS recipient
           WHERE recipient.email_id = emails.id AND recipient.updated_at >= ${time} AND recipient.id < ${until})`,
];

/** Messages that may still be delivered, those that were tried too lately, and those that a replay has still to make due. */
const messageIsInUse = ({ id }: Bounds) => [
  `webhook_messages.state IN ('pending', 'attempting')`,
  `EXISTS (SELECT FROM webhook_attempts AS attempt
           WHERE attempt.message_id = webhook_messages.id AND attempt.id >= ${id})`,
  `EXISTS (SELECT FROM webhook_replays AS replay
           WHERE replay.webhook_id = webhook_messages.webhook_id AND replay.ended_at IS NULL
             AND webhook_messages.id > replay.last_id AND webhook_messages.id < replay.until_id)`,
];

/** A campaign that is paused may go on however late. */
const recipientIsInUse = () => [
  `campaign_recipients.dispatch_id = ANY(ARRAY(
     SELECT dispatch_id FROM campaigns WHERE ${IS_UNFINISHED_CAMPAIGN} AND dispatch_id IS NOT NULL))`,
];

/** Its recipients are being removed (flows/campaigns/dispatch/remove-next.ts). */
const deletedCampaignIsInUse = () => [
  'campaigns.next_attempt_at IS NOT NULL OR campaigns.claimed_by IS NOT NULL',
];

/**
 * The id of a poll is older than the mail that carries it. That of a template goes with it, and what a filter names cannot
 * be removed.
 */
const pollIsInUse = ({ time }: Bounds) => [
  'polls.template_id IS NOT NULL',
  `polls.created_at >= ${time}`,
  'EXISTS (SELECT FROM emails WHERE emails.id = polls.email_id)',
  `EXISTS (SELECT FROM campaigns WHERE campaigns.id = polls.campaign_id AND ${IS_UNFINISHED_CAMPAIGN})`,
  `EXISTS (SELECT FROM segments
           WHERE segments.account_id = polls.account_id AND filter IS NOT NULL
             AND jsonb_path_exists(filter, 'strict $.** ? (@.field == $used)', jsonb_build_object('used', 'poll.' || polls.id)))`,
];

/** Those that a terminal still shows lead to the sign-in of their person. No machine in production has any. */
const linkIsInUse = ({ time }: Bounds) => [
  `one_time_links.purpose = 'sign_in' AND one_time_links.created_at >= ${time} - interval '${SIGN_IN_LINK_DAYS} days'`,
];

/** A run may have to look at the payload. */
const eventIsInUse = () => [
  `EXISTS (SELECT FROM automation_runs AS run
           WHERE run.contact_id = received_events.contact_id AND run.status = 'running')`,
];

/** What is not read yet, however long its workers were away: a message, a report. */
const receivedIsInUse = () => ['received_emails.parsed_at IS NULL AND received_emails.report_effect IS NULL'];
const PARTS_OF_RECEIVED: readonly Dependent[] = [
  { table: 'received_contents', column: 'id', content: 'raw_id', chunks: 'received_chunks' },
  { table: 'received_attachments', column: 'received_id', content: 'stored_id', chunks: 'received_chunks' },
];

const PARTS_OF_EMAILS: readonly Dependent[] = [
  { table: 'email_recipients', column: 'email_id' },
  { table: 'email_events', column: 'email_id' },
  { table: 'email_contents', column: 'id' },
  { table: 'email_attachments', column: 'email_id', content: 'stored_id' },
  { table: 'email_kept_messages', column: 'id', content: 'content_id' },
];

/** All that is removed, as the operator has configured it. */
export function retention(days: RetentionDays): readonly Retention[] {
  return [
    ...ofMail(days),
    ...ofReceivedMail(days),
    ...ofCampaigns(days),
    ...ofAutomations(days),
    ...ofPeople(),
    ...ofReputation(),
    { ...byTime('groups of hits', 'tracking_groups', 'inserted_at', HIT_GROUP_DAYS), clock: 'database' },
    byId('records of timelines', 'timeline_records', TIMELINE_RETENTION_DAYS),
    { what: 'imports', days: IMPORT_RETENTION_DAYS, removePiece: removeOldImports },
    {
      ...byTime('idempotency keys', 'idempotency_keys', 'created_at', IDEMPOTENCY_KEY_DAYS),
      isContinuous: true,
    },
    { ...byId('domain claims', 'domain_claims', CLAIM_DAYS), keptWhile: () => [CLAIM_IS_OPEN] },
    {
      ...byTime('abandoned uploads', 'attachment_uploads', 'started_at', ABANDONED_UPLOAD_DAYS),
      dependents: [
        { table: 'attachment_chunks', column: 'id' },
        { table: 'received_chunks', column: 'id' },
      ],
      // Each may have a hundred chunks.
      atOnce: 10,
      clock: 'database',
    },
    {
      ...byTime('rate limits', 'rate_limits', 'window_ends_at', 0),
      clock: 'database',
      isContinuous: true,
    },
    { ...byTime('dead workers', 'worker_processes', 'heartbeat_at', DEAD_WORKER_DAYS), clock: 'database' },
  ];
}

function ofMail(days: RetentionDays): Retention[] {
  return [
    {
      ...byId('emails', 'emails', Math.max(days.emails, REPORT_DAYS)),
      keptWhile: emailIsInUse,
      dependents: PARTS_OF_EMAILS,
      // Each may have 150 recipients.
      atOnce: 100,
      isContinuous: true,
    },
    ...DIALOGUES,
    PACES,
    {
      ...byId('webhook messages', 'webhook_messages', days.webhookMessages),
      keptWhile: messageIsInUse,
      dependents: [{ table: 'webhook_attempts', column: 'message_id' }],
      isContinuous: true,
    },
    {
      ...byTime('counts of webhooks', 'webhook_counters', 'starts_at', COUNTED_DAYS),
      keptWhile: () => [IS_LAST_SUCCESS],
    },
    {
      ...byId('replays of webhooks', 'webhook_replays', REPLAY_DAYS),
      keptWhile: () => ['webhook_replays.ended_at IS NULL'],
    },
    {
      ...byId('counts of replays', 'webhook_replay_counters', REPLAY_DAYS),
      keptWhile: () => [
        'EXISTS (SELECT FROM webhook_replays AS replay WHERE replay.id = webhook_replay_counters.id)',
      ],
    },
    { ...byId('request logs', 'logs', days.logs), idKind: 'bigint', isContinuous: true },
    {
      ...byId('received events', 'received_events', days.receivedEvents),
      keptWhile: eventIsInUse,
      isContinuous: true,
    },
  ];
}

function ofReceivedMail(days: RetentionDays): Retention[] {
  return [
    {
      ...byId('received emails', 'received_emails', days.receivedEmails),
      keptWhile: receivedIsInUse,
      dependents: PARTS_OF_RECEIVED,
      atOnce: 100,
      isContinuous: true,
    },
    {
      ...byId('feedback of providers', 'provider_feedback', days.receivedEmails),
      keptWhile: feedbackIsInUse,
    },
    {
      ...byTime('digests of received emails', 'received_digests', 'received_at', DIGEST_DAYS),
      isContinuous: true,
    },
    { what: 'addresses that received', days: 0, removePiece: removeOldAddresses },
  ];
}

function ofCampaigns(days: RetentionDays): Retention[] {
  return [
    {
      ...byId('recipients of campaigns', 'campaign_recipients', days.campaigns),
      column: 'dispatch_id',
      within: 'contact_id',
      keptWhile: recipientIsInUse,
      isContinuous: true,
    },
    { what: 'stats of campaigns', days: days.campaigns, removePiece: removeOldStats },
    {
      ...byId('polls', 'polls', days.campaigns),
      keptWhile: pollIsInUse,
      dependents: [
        { table: 'poll_votes', column: 'poll_id' },
        { table: 'poll_counters', column: 'poll_id' },
      ],
      // Those of campaigns may have as many votes as these have recipients.
      atOnce: 100,
    },
    {
      // Until no mail of it can be read.
      ...byTime(
        'deleted campaigns',
        'campaigns',
        'deleted_at',
        Math.max(days.emails, DELETED_CAMPAIGN_DAYS) + SENDING_DAYS,
      ),
      keptWhile: deletedCampaignIsInUse,
      dependents: [{ table: 'campaign_contents', column: 'campaign_id' }],
    },
  ];
}

function ofAutomations(days: RetentionDays): Retention[] {
  return [
    {
      ...byTime('automation runs', 'automation_runs', 'ended_at', RUN_RETENTION_DAYS),
      keptWhile: () => [`automation_runs.status = 'running'`],
      dependents: [{ table: 'automation_step_runs', column: 'run_id' }],
    },
    byTime('automation batches', 'automation_batch_work', 'ended_at', RUN_RETENTION_DAYS),
    { what: 'automation versions', days: 0, removePiece: removeUnusedVersions },
    { what: 'automation entries', days: 0, removePiece: removeLeftEntries },
    { what: 'causes of runs', days: 0, removePiece: removeEndedCauses, isContinuous: true },
    { what: 'hours of the run quota', days: 0, removePiece: (database) => STARTED_RUNS.removeOld(database) },
    { what: 'hours of AI credits', days: 0, removePiece: (database) => AI_CREDITS.removeOld(database) },
    // Erasures need them to find what was left of a contact, so as long as anything is.
    byTime(
      'ids of deleted contacts',
      'contact_former_ids',
      'deleted_at',
      Math.max(RUN_RETENTION_DAYS, days.receivedEvents) + MARGIN_DAYS,
    ),
  ];
}

function ofPeople(): Retention[] {
  return [
    byTime('sessions', 'sessions', 'expires_at', 0),
    byTime('sign-ins', 'sign_in_challenges', 'expires_at', 0),
    { ...byTime('one-time links', 'one_time_links', 'expires_at', 0), keptWhile: linkIsInUse },
    byTime('invitations', 'invitations', 'expires_at', INVITATION_RETENTION_DAYS),
    byId('audit events', 'audit_events', AUDIT_RETENTION_DAYS),
  ];
}

/** Mail is scheduled up to 30 days ahead, and a deleted domain keeps its name's reputation for as long. */
function ofReputation(): Retention[] {
  return [
    byTime('days of sending', 'sending_days', 'day', REPUTATION_DAYS),
    byTime('use of capacities', 'capacity_use', 'day', REPUTATION_DAYS),
    byTime('reputations of deleted domains', 'deleted_domain_reputations', 'deleted_at', REPUTATION_DAYS),
  ];
}

function byTime(what: string, table: string, column: string, days: number): RetainedRows {
  return { what, table, column, days };
}

/** Rows whose ids are ordered by time. */
function byId(what: string, table: string, days: number): RetainedRows {
  return { what, table, column: 'id', idKind: 'uuid', days };
}
