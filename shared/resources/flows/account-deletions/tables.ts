// Every table that has rows of an account, in the order in which a deletion removes them, and every table that keeps
// its rows, with the reason (docs/architecture/account-deletion.md). A test compares both with the catalogue of the
// database. The work of the account is removed first, because it makes rows; then the rows by which rows of other
// tables are found.
import type { KeyColumn, RemovedRows } from '../../../platform/db/removal/removed-rows.ts';
import { findNextEndpoint } from '../../foundation/webhooks/erasing/find.ts';
import { ofAutomations, ofCampaigns, ofDispatches, ofWebhooks } from './parents.ts';

const ID: KeyColumn = ['id', 'uuid'];
const EMAIL_KEY: KeyColumn = ['email_key', 'text'];

const owned = (table: string, ...key: KeyColumn[]): RemovedRows => ({ table, column: 'account_id', key });

/**
 * The access of people and programs; it is removed at once, when a deletion begins. Domains are removed with it: their
 * names are free.
 */
export const ACCESS: readonly RemovedRows[] = [
  owned('api_keys'),
  owned('sessions'),
  owned('one_time_links'),
  owned('invitations'),
  owned('domain_claims'),
  {
    ...owned('domains', ID),
    dependents: [
      { table: 'domain_checks', column: 'id' },
      { table: 'dkim_keys', column: 'domain_id' },
    ],
  },
];

/** Work that continues while the account is suspended; it is removed at once too. */
export const GOING_ON: readonly RemovedRows[] = [
  owned('contact_erasures'),
  owned('audience_removals'),
  owned('domain_withdrawals'),
];

/** Members; afterwards people who are not members of another account are removed too. */
export const MEMBERS = owned('members');

/** The rows of a person, found by the person. */
export const OF_PERSON: readonly RemovedRows[] = [
  { table: 'sessions', column: 'person_id', key: [] },
  { table: 'sign_in_challenges', column: 'person_id', key: [] },
  { table: 'invitations', column: 'invited_by', key: [] },
];

const OF_FLOWS: readonly RemovedRows[] = [
  owned('account_access_requests'),
  {
    table: 'campaign_recipients',
    column: 'dispatch_id',
    parents: ofDispatches,
    key: [['contact_id', 'uuid']],
  },
  {
    ...{ table: 'campaign_link_counts', column: 'campaign_id', parents: ofCampaigns },
    key: [
      ['link_id', 'uuid'],
      ['slot', 'integer'],
    ],
  },
  { table: 'campaign_links', column: 'campaign_id', parents: ofCampaigns, key: [ID] },
  owned('campaign_metrics', ['starts_at', 'timestamptz']),
  { ...owned('campaigns', ID), dependents: [{ table: 'campaign_contents', column: 'campaign_id' }] },
  { table: 'automation_batch_work', column: 'automation_id', parents: ofAutomations, key: [ID] },
  { table: 'automation_batches', column: 'automation_id', parents: ofAutomations, key: [] },
  {
    ...{ table: 'automation_runs', column: 'automation_id', parents: ofAutomations, key: [ID] },
    dependents: [{ table: 'automation_step_runs', column: 'run_id' }],
  },
  { table: 'automation_entries', column: 'automation_id', parents: ofAutomations, key: [EMAIL_KEY] },
  {
    ...{ table: 'automation_versions', column: 'automation_id', parents: ofAutomations },
    key: [['number', 'integer']],
  },
  { ...owned('automations', ID), dependents: [{ table: 'automation_stats', column: 'automation_id' }] },
  owned('automation_causes', ID),
  ...[owned('automation_usage'), owned('automation_usage_totals')],
  ...[owned('ai_usage'), owned('ai_usage_totals')],
  owned('contact_import_failures', ID),
  { ...owned('contact_imports', ID), content: 'content_id' },
  owned('events', ID),
  owned('received_events', ID),
];

/** Webhooks before their messages: nothing is announced to them any more. */
const OF_WEBHOOKS: readonly RemovedRows[] = [
  {
    ...{ table: 'webhook_replays', column: 'webhook_id', parents: ofWebhooks, key: [ID] },
    dependents: [{ table: 'webhook_replay_counters', column: 'id' }],
  },
  {
    table: 'webhook_counters',
    column: 'webhook_id',
    parents: ofWebhooks,
    key: [['starts_at', 'timestamptz']],
  },
  owned('webhooks', ID),
  {
    ...{ table: 'webhook_messages', column: 'webhook_id', key: [ID] },
    // Also of webhooks that were deleted before.
    async parents(client, accountId, after) {
      const next = await findNextEndpoint(client, accountId, after);
      return next && { id: next.webhookId, ref: next.isOwn ? next.webhookId : null };
    },
    dependents: [{ table: 'webhook_attempts', column: 'message_id' }],
  },
];

const OF_MAIL: readonly RemovedRows[] = [
  {
    ...owned('emails', ID),
    dependents: [
      { table: 'email_recipients', column: 'email_id' },
      { table: 'email_events', column: 'email_id' },
      { table: 'email_contents', column: 'id' },
      { table: 'email_attachments', column: 'email_id', content: 'stored_id' },
      { table: 'email_kept_messages', column: 'id', content: 'content_id' },
      { table: 'tracking_hits', column: 'email_id' },
    ],
    // An email has some six rows.
    atOnce: 500,
  },
  {
    ...owned('received_emails', ID),
    dependents: [
      { table: 'received_contents', column: 'id', content: 'raw_id', chunks: 'received_chunks' },
      {
        table: 'received_attachments',
        column: 'received_id',
        content: 'stored_id',
        chunks: 'received_chunks',
      },
    ],
    atOnce: 500,
  },
  ...[owned('provider_choices'), owned('provider_feedback', ID)],
  owned('received_addresses', ['address', 'text']),
  owned('poll_votes', ['address_key', 'text']),
  { ...owned('polls', ID), dependents: [{ table: 'poll_counters', column: 'poll_id' }] },
  { ...owned('templates', ID), dependents: [{ table: 'template_versions', column: 'template_id' }] },
  ...[owned('email_metrics', ['starts_at', 'timestamptz']), owned('email_usage')],
  ...[owned('sending_days'), owned('capacity_use'), owned('deleted_domain_reputations')],
  owned('unsubscribe_page_settings'),
];

const OF_AUDIENCES: readonly RemovedRows[] = [
  {
    ...owned('contacts', EMAIL_KEY, ['audience_id', 'uuid']),
    dependents: [{ table: 'segment_contacts', column: 'contact_id' }],
  },
  {
    ...owned('segments', ID),
    dependents: [
      { table: 'segment_recounts', column: 'id' },
      { table: 'segment_contacts', column: 'segment_id' },
    ],
  },
  owned('audiences', ID),
  owned('topic_choices', EMAIL_KEY),
  owned('topics', ID),
  owned('contact_properties', ID),
  ...[owned('contact_property_counters'), owned('contact_counters')],
  owned('contact_former_ids', EMAIL_KEY),
  owned('contact_engagement', EMAIL_KEY),
  owned('timeline_records', EMAIL_KEY, ID),
  owned('suppressions', ID),
  owned('unsubscribes', EMAIL_KEY),
  owned('tracking_refusals', EMAIL_KEY),
  owned('confirmed_addresses'),
];

const OF_REQUESTS: readonly RemovedRows[] = [
  owned('idempotency_keys', ['key', 'text']),
  owned('logs', ['id', 'bigint']),
];

/** All of them, in order. Rows that are added during the removal, such as an operator's invitation, are removed last. */
export const REMOVED: readonly RemovedRows[] = [
  ...GOING_ON,
  ...OF_FLOWS,
  ...OF_WEBHOOKS,
  ...OF_MAIL,
  ...OF_AUDIENCES,
  ...OF_REQUESTS,
  ...ACCESS,
];

/** Tables whose rows workers claim: a deletion begins to remove them when no claim of one is left. */
export const CLAIMED: readonly string[] = [
  'email_recipients',
  'received_emails',
  'provider_feedback',
  'webhook_messages',
  'webhook_replays',
  'contact_imports',
  'segment_recounts',
  'automation_runs',
  'automation_batch_work',
  'campaigns',
];

/** Tables from which a deletion removes nothing with this list, and why. */
export const NOT_LISTED: Readonly<Record<string, string>> = {
  accounts: 'the last row that goes, with its suspension',
  account_suspensions: 'goes with the account: until then it keeps the workers away',
  account_resumptions: 'goes with the account',
  account_deletions: 'the row of the walk itself, which goes last',
  members: 'go when the deletion begins, with the people',
  people: 'go with their last membership',
  audit_events: 'stay without the account and without addresses, until retention removes them',
  plans: 'are of the operator',
  attachment_uploads: 'have no owner; retention removes what no email has taken over',
  received_digests: 'are hashes of messages without an owner, for some hours',
  tracking_groups: 'are ids of groups of hits, for a day',
  tracking_hosts: 'keep the names of hosts: links in mail that was sent lead through them for ever',
  rate_limits: 'are counters that end with their window',
  sending_switches: 'are of the service',
  mta_sts_policies: 'are of domains that receive our mail',
  destinations: 'are of mailbox providers',
  providers: 'are of the service',
  backups: 'are of the service',
  operator_alerts: 'are of the service',
  recurring_work: 'is of the service',
  worker_processes: 'are of the service',
  knex_migrations: 'are of the schema',
  knex_migrations_lock: 'is of the schema',
};
