// The exceptions of the rules for tables (test/architecture/tables.test.ts).

/**
 * Table → the folder whose files write it, where its name does not show it. Any other table is written in the folder of
 * the resource with which its name begins: `webhook_attempts` in `webhooks/`.
 */
export const WRITTEN_ELSEWHERE: Record<string, string> = {
  confirmed_addresses: 'shared/resources/foundation/accounts',
  email_usage: 'shared/resources/foundation/accounts',
  plans: 'shared/resources/foundation/accounts',
  // `messaging/providers` has what needs their mail.
  providers: 'shared/resources/foundation/providers',
  provider_choices: 'shared/resources/foundation/providers',
  sending_days: 'shared/resources/foundation/reputation',
  capacity_use: 'shared/resources/foundation/reputation',
  deleted_domain_reputations: 'shared/resources/messaging/domains',
  dkim_keys: 'shared/resources/messaging/domains',
  contact_property_counters: 'shared/resources/audience/contact-properties',
  invitations: 'shared/resources/people/members/invitations',
  contact_counters: 'shared/resources/audience/contact-writes',
  contact_engagement: 'shared/resources/audience/engagement',
  audience_removals: 'shared/resources/audience/removals',
  contact_erasures: 'shared/resources/flows/erasures',
  received_events: 'shared/resources/flows/events',
  campaign_metrics: 'shared/resources/messaging/campaign-recipients',
  campaign_links: 'shared/resources/messaging/campaign-recipients',
  campaign_link_counts: 'shared/resources/messaging/campaign-recipients',
  // Tables that do not depend on what is uploaded, counted or repeated.
  attachment_chunks: 'shared/platform/storage',
  attachment_uploads: 'shared/platform/storage',
  rate_limits: 'shared/platform/rate-limit',
  recurring_work: 'shared/platform/work/recurring',
  worker_processes: 'shared/platform/work/processes',
  account_suspensions: 'shared/platform/work/suspensions',
  account_resumptions: 'shared/platform/work/suspensions',
};

/** Files whose SQL reads a table of a later group, and why. What it reads belongs to one statement, or to one row of an answer. */
export const READ_FROM_BELOW: Record<string, string> = {
  'foundation/accounts/access-requests/list.ts': 'shows who has asked',
  'foundation/accounts/account.ts': 'shows the default domain',
  'foundation/accounts/confirmed-addresses.ts': 'proven members count as confirmed addresses',
  'foundation/accounts/owner-addresses.ts': 'is the one SQL text for the addresses of owners',
  'foundation/api-keys/api-key.ts': 'shows the domain to which a key is bound',
  'foundation/api-keys/binding.ts': 'a key is bound to a domain of the account',
  'foundation/audit-events/record-of-person.ts': 'an act of a person is an event of all its accounts',
  'foundation/audit-events/record.ts': 'keeps the address of the person who acts',
  'foundation/logs/find.ts': 'shows the texts of an email, which are stored once',
  'foundation/reputation/sending-days.ts': 'mail counts since the last lift of its domain',
  'foundation/sessions/authenticate.ts': 'each request reads session and role in one statement',
  'foundation/sessions/describe.ts': 'shows person and accounts',
  'foundation/sessions/find-role.ts': 'reads the role again after the body',
  'foundation/sessions/open-sessions.ts': 'one statement finds the sessions and memberships that have ended',
  'foundation/sessions/switch-account.ts': 'a session may switch to accounts of its person',
  'audience/audiences/hide.ts': 'the audience of a domain cannot be deleted',
  'audience/segments/filters/campaigns.ts': 'a filter asks for what contacts did with campaigns',
  'audience/segments/filters/polls.ts': 'a filter asks how addresses have voted',
  'messaging/polls/find.ts': 'finds the poll of a template by a campaign that asks it',
};
