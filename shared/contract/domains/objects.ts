// Domains: the objects in answers, as JSON Schemas.
import { AUTOMATION_STATUSES } from '../automations/values.ts';
import { CAMPAIGN_STATUSES } from '../campaigns/values.ts';
import {
  REPUTATION,
  REPUTATION_LIMITS,
  REPUTATION_STATUS,
  REPUTATION_WINDOW,
  WARM_UP,
} from '../reputation/fields.ts';
import * as field from '../shapes.ts';
import {
  COMPLIANCE_RULES,
  DKIM_KEY_STATES,
  DMARC_POLICIES,
  DOMAIN_CLAIM_BLOCKED_REASONS,
  DOMAIN_CLAIM_FAILURE_REASONS,
  DOMAIN_CLAIM_STATUSES,
  DOMAIN_CLAIM_WAITS,
  DOMAIN_STATUS_REASONS,
  DOMAIN_STATUSES,
  MAILBOX_PROVIDERS,
  RECORD_PROBLEMS,
  RECORD_PURPOSES,
  RECORD_STATUSES,
  RECORD_TYPES,
  TLS_MODES,
} from './values.ts';

const NAME = field.text('The domain name, in lower-case ASCII');
const STATUS = 'Progress of the verification of its DNS records';
const REGION = field.text('Region of the domain; it has no effect');
const RECORD_NAME = field.text('Full name of the record, without a final dot');
const TTL = field.text('Time that resolvers may cache the record; `Auto`: the default of the DNS provider');
const FILENAME = field.text('Name for the file');

/** A domain in a list. */
export const DOMAIN_ITEM = {
  id: field.ID,
  name: NAME,
  status: field.oneOf(STATUS, DOMAIN_STATUSES),
  status_reason: field.oneOf(
    'Why the domain is not verified although its records are correct, or why the account lost it; null: neither applies',
    [...DOMAIN_STATUS_REASONS, null],
  ),
  region: REGION,
  default: field.flag('True for the default domain of the account'),
  created_at: field.CREATED_AT,
  updated_at: field.time('When the settings or the status of the domain last changed'),
  audience_id: field.id('Id of the audience of this domain; it cannot be deleted'),
  capabilities: field.group('What the domain is used for', {
    sending: field.toggle('Whether the domain sends email'),
    receiving: field.toggle('Whether the domain receives email'),
  }),
  open_tracking: field.flag('Whether opens are tracked'),
  click_tracking: field.flag('Whether clicks are tracked'),
  tls: field.oneOf(
    '`enforced`: email is sent only over TLS; `opportunistic`: over TLS if the receiving server offers it',
    TLS_MODES,
  ),
  custom_return_path: field.text('Subdomain label of the return path, the address that receives bounces'),
  tracking_subdomain: field.textOrNull('Subdomain label of tracked links; null: there is none'),
  default_from: field.textOrNull(
    'Default `from` of automation steps, a mailbox of this domain; null: there is none',
  ),
  provider: field.text('Name of the provider that sends its transactional mail'),
  reputation: REPUTATION_STATUS,
  warm_up: WARM_UP,
  checked_at: field.timeOrNull('When DNS last answered a check; null: not yet'),
  next_check_at: field.timeOrNull(
    'When the next DNS check is due; in the past: it is in progress; null: none is planned',
  ),
  missing_records: field.groups(
    'Unverified DNS records to publish; empty if an operator vouches for the domain',
    {
      record: field.oneOf('What the record is for', RECORD_PURPOSES),
      type: field.oneOf('Type of the record', RECORD_TYPES),
      name: RECORD_NAME,
      required: field.flag('False: verification does not require it'),
      status: field.oneOf('Progress of the verification of the record', RECORD_STATUSES),
      problem: field.oneOf('Kind of problem, as in `records`; null: none is known', [
        ...RECORD_PROBLEMS,
        null,
      ]),
    },
  ),
  vouched: field.flag('True: an operator vouches for the domain, and no check changes its status'),
  contested: field.groupOrNull(
    'A claim with which another account proved that it owns the name, so this account will lose the domain; null: there is none',
    {
      until: field.timeOrNull(
        'When the account loses the domain, unless the claim fails; null: an operator decides',
      ),
      reason: field.oneOf('What the claim waits for', DOMAIN_CLAIM_BLOCKED_REASONS),
    },
  ),
} as const;

/** A DNS record, and its state in DNS. */
export const RECORD = field.inner({
  record: field.oneOf('What the record is for', RECORD_PURPOSES),
  name: RECORD_NAME,
  host: field.text(
    'Name of the record relative to the registrable domain, as most DNS providers ask for it; `@` is that domain itself',
  ),
  type: field.oneOf('Type of the record', RECORD_TYPES),
  ttl: TTL,
  status: field.oneOf('Progress of the verification of the record', RECORD_STATUSES),
  value: field.text('The value to publish; a TXT record is one text'),
  priority: field.integerOrNull('Priority of an MX record; null for other types'),
  required: field.flag('False: verification does not require it, but large mailbox providers expect it'),
  found: field.texts('The values that DNS had at the last answered check'),
  detail: field.textOrNull('What is wrong with the record; null: no problem is known'),
  problem: field.oneOf(
    'Kind of problem. `absent`: there is no record at the name; `name_doubled`: the name of the record ends with the domain twice; `addresses_instead`: the name has addresses instead of a CNAME, as with a proxy; `several`: there is more than one record, so receivers ignore all; `not_preferred`: another MX has the same or a higher preference; `different`: the value differs; `not_everywhere`: some name servers do not have the record yet; `host_not_served`: the CNAME is correct, but the host does not answer; null: no problem is known',
    [...RECORD_PROBLEMS, null],
  ),
  last_seen_at: field.timeOrNull('When a check last found the record correct; null: never'),
  key: field.groupOrNull('The key of a DKIM record; null for other records', {
    state: field.oneOf(
      '`pending`: signs once DNS has its record; `active`: signs mail; `retiring`: was replaced',
      DKIM_KEY_STATES,
    ),
    created_at: field.CREATED_AT,
    retires_at: field.timeOrNull('When the record of a replaced key can be removed; null: keep it'),
  }),
});

/** Name of an object → its fields. */
export const DOMAIN_OBJECTS = {
  DomainItem: DOMAIN_ITEM,
  Domain: {
    object: field.type('domain'),
    ...DOMAIN_ITEM,
    claim: field.groupOrNull('The newest claim of the account for this domain; null: there is none', {
      id: field.ID,
      status: field.oneOf('Status of the claim', DOMAIN_CLAIM_STATUSES),
    }),
    tracking_host: field.text('Host of tracked links in new emails'),
    dmarc: field.group('The DMARC record of the domain', {
      status: field.oneOf(STATUS, RECORD_STATUSES),
      policy: field.oneOf('The policy in DNS; null: there is none, or it was not checked yet', [
        ...DMARC_POLICIES,
        null,
      ]),
    }),
    records: field.list('The DNS records to publish, and their state in DNS', RECORD),
  },
  DeletedDomain: {
    ...field.deleted('domain', 'True: the domain was deleted'),
    audience_id: field.idOrNull('Id of its audience, which remains; null: it was deleted with the domain'),
  },
  VerifiedDomain: {
    object: field.type('domain'),
    id: field.ID,
    status: field.oneOf(STATUS, DOMAIN_STATUSES),
  },
  DomainUses: {
    object: field.type('domain_uses'),
    id: field.id('Id of the domain'),
    automations: field.groups(
      'The automations of the domain, enabled ones first. An enabled automation prevents deleting the domain',
      {
        id: field.ID,
        name: field.text('Name of the automation'),
        status: field.oneOf('Whether the automation is enabled', AUTOMATION_STATUSES),
      },
    ),
    campaigns: field.groups('Unfinished campaigns sent from the domain. They prevent deleting the domain', {
      id: field.ID,
      name: field.text('Name of the campaign'),
      status: field.oneOf('Status of the campaign', CAMPAIGN_STATUSES),
    }),
    scheduled_emails: field.count(
      'Accepted emails that are not sent yet and would fail, among the 10,000 oldest of the account',
    ),
    api_keys: field.groups(
      'Up to 100 API keys that can send only from this domain, and could no longer send',
      {
        id: field.ID,
        name: field.text('Name of the key'),
      },
    ),
  },
  DomainReputation: {
    object: field.type('domain_reputation'),
    id: field.id('Id of the domain'),
    name: NAME,
    ...REPUTATION,
    account_status: {
      ...REPUTATION_STATUS,
      description: 'Reputation status of the account. While it is `paused`, none of its domains sends',
    },
    window: REPUTATION_WINDOW,
    thresholds: REPUTATION_LIMITS,
    warm_up: WARM_UP,
  },
  DomainRecordsCsv: {
    object: field.type('domain_records_csv'),
    id: field.ID,
    filename: FILENAME,
    csv: field.text('The records as CSV, with a header'),
  },
  DomainZoneFile: {
    object: field.type('domain_zone_file'),
    id: field.ID,
    filename: FILENAME,
    zone_file: field.text('The records as lines of a zone file (RFC 1035 §5)'),
  },
  MxCheck: {
    object: field.type('mx_check'),
    domain: field.text('The domain name'),
    records: field.groups('The MX records of the domain in DNS', {
      exchange: field.text('The server that receives the mail'),
      priority: field.count('Its priority; the lowest number is tried first'),
    }),
    receiving_ready: field.flagOrNull(
      'True: the preferred MX record is the host of this service, so this service receives mail for the domain; null: DNS did not answer',
    ),
    conflicts: field.texts('MX records of other services, such as `10 aspmx.l.google.com`'),
  },
  DomainDnsProvider: {
    object: field.type('domain_dns_provider'),
    id: field.ID,
    name: NAME,
    provider: field.textOrNull('The DNS provider of the domain; null: unknown'),
    records_url: field.textOrNull('Page of the provider for editing DNS records; null: unknown'),
    nameservers: field.texts('The name servers of the domain; empty if DNS did not answer'),
  },
  DomainCompliance: {
    object: field.type('domain_compliance'),
    id: field.ID,
    name: NAME,
    met: field.flag('True if no rule is broken'),
    rules: field.groups('The sender rules that Posthorn can check', {
      rule: field.oneOf('Name of the rule', COMPLIANCE_RULES),
      providers: field.list('The mailbox providers that have the rule', { enum: MAILBOX_PROVIDERS }),
      met: field.flagOrNull(
        'Whether the domain meets the rule; null: unknown, for example because DNS did not answer',
      ),
      message: field.text('What was found, and what to do'),
    }),
  },
  DomainClaim: {
    object: field.type('domain_claim'),
    id: field.ID,
    name: field.text('The claimed domain name'),
    status: field.oneOf(
      'Status of the claim; `completed`, `expired`, `superseded`, `canceled` and `failed` are final',
      DOMAIN_CLAIM_STATUSES,
    ),
    domain_id: field.idOrNull("Id of the account's own domain with this name; null: it was deleted"),
    region: REGION,
    record: field.group('The TXT record that proves the claim', {
      type: { description: 'Type of the record', const: 'TXT' },
      name: RECORD_NAME,
      value: field.text('The value to publish, in addition to other TXT records at the name'),
      ttl: TTL,
    }),
    blocked_reason: field.oneOf(
      'Why a proven claim waits. `grace_period`: the owner has time to respond; `recent_owner_activity`, `pending_scheduled_emails`: the same, and the owner sent mail from the name in the last 7 days, or has scheduled some; `operator`: only an operator can complete it; null: it does not wait',
      [...DOMAIN_CLAIM_WAITS, null],
    ),
    blocked_until: field.timeOrNull('When the grace period ends; null: there is none'),
    failure_reason: field.oneOf(
      'Why the claim failed. `record_removed`: its record was missing at the end of the grace period; `rejected`: an operator rejected it; null: it has not failed',
      [...DOMAIN_CLAIM_FAILURE_REASONS, null],
    ),
    created_at: field.CREATED_AT,
    expires_at: field.time('When the claim expires if it is not proven'),
  },
} as const satisfies Record<string, field.ObjectFields>;
