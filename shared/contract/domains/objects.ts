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
const REGION = field.text('Region that serves the domain; it has no effect');
const RECORD_NAME = field.text('Full name of the record, without a final dot');
const TTL = field.text(
  'Time for which resolvers may keep the record; `Auto`: what the DNS provider proposes',
);
const FILENAME = field.text('Name for the file');

const DOMAIN_ITEM = {
  id: field.ID,
  name: NAME,
  status: field.oneOf(STATUS, DOMAIN_STATUSES),
  status_reason: field.oneOf(
    'Why the domain is not verified although its records are good, or why it was lost; null: no such reason',
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
  open_tracking: field.flag('Whether opens are recorded'),
  click_tracking: field.flag('Whether clicks are recorded'),
  tls: field.oneOf(
    '`enforced`: email is sent only over TLS; `opportunistic`: over TLS if the receiving server offers it',
    TLS_MODES,
  ),
  custom_return_path: field.text('Subdomain label of the return path, the address that receives bounces'),
  tracking_subdomain: field.textOrNull('Subdomain label of tracked links; null: there is none'),
  default_from: field.textOrNull(
    'The From of automation steps that name none, a mailbox of this domain; null: there is none',
  ),
  provider: field.text('Name of the provider by which its transactional mail leaves'),
  reputation: REPUTATION_STATUS,
  warm_up: WARM_UP,
  checked_at: field.timeOrNull('When DNS last answered a check; null: it has not yet'),
  next_check_at: field.timeOrNull(
    'When DNS is asked next; in the past: it is being asked; null: no check is planned',
  ),
  missing_records: field.groups(
    'The DNS records to publish that are not verified; none if an operator vouches for the domain',
    {
      record: field.oneOf('What the record is for', RECORD_PURPOSES),
      type: field.oneOf('Type of the record', RECORD_TYPES),
      name: RECORD_NAME,
      required: field.flag('False: the domain is verified without it'),
      status: field.oneOf('Progress of the verification of the record', RECORD_STATUSES),
      problem: field.oneOf('The kind of what is wrong, as in `records`; null: nothing is known to be', [
        ...RECORD_PROBLEMS,
        null,
      ]),
    },
  ),
  vouched: field.flag('True: an operator vouches for the domain, and no check changes its status'),
  contested: field.groupOrNull(
    'Another account has proved by a claim that the name is its own, and the domain will be lost; null: none has',
    {
      until: field.timeOrNull('When the domain is lost, unless the claim fails; null: an operator decides'),
      reason: field.oneOf('What the claim waits for', DOMAIN_CLAIM_BLOCKED_REASONS),
    },
  ),
} as const;

const RECORD = field.inner({
  record: field.oneOf('What the record is for', RECORD_PURPOSES),
  name: RECORD_NAME,
  host: field.text(
    'Name of the record below the registrable domain, as most DNS providers ask for it; `@` is that domain itself',
  ),
  type: field.oneOf('Type of the record', RECORD_TYPES),
  ttl: TTL,
  status: field.oneOf('Progress of the verification of the record', RECORD_STATUSES),
  value: field.text('The value to publish; a TXT record is one text'),
  priority: field.integerOrNull('Priority of an MX record; null: another type'),
  required: field.flag('False: the domain is verified without it, but large mailbox providers expect it'),
  found: field.texts('The values that DNS had at the last check that was answered'),
  detail: field.textOrNull('What is wrong with the record; null: nothing is known to be'),
  problem: field.oneOf(
    'The kind of what is wrong. `absent`: nothing is at the name; `name_doubled`: the record is at the name with the domain once more at its end; `addresses_instead`: addresses are where the CNAME should be, as a proxy shows them; `several`: more than one, of which receivers take none; `not_preferred`: another server is preferred to the MX, or as good; `different`: another value; `not_everywhere`: not all name servers have it yet; `host_not_served`: the CNAME is good, but the host is not; null: nothing is known to be',
    [...RECORD_PROBLEMS, null],
  ),
  last_seen_at: field.timeOrNull('When a check last found the record to be good; null: it never did'),
  key: field.groupOrNull('The key of a DKIM record; null: another record', {
    state: field.oneOf(
      '`pending`: it signs when its record was seen; `active`: it signs; `retiring`: it was replaced',
      DKIM_KEY_STATES,
    ),
    created_at: field.CREATED_AT,
    retires_at: field.timeOrNull('When the record of a replaced key is no longer wanted; null: it is wanted'),
  }),
});

/** Name of an object → its fields. */
export const DOMAIN_OBJECTS = {
  DomainItem: DOMAIN_ITEM,
  Domain: {
    object: field.type('domain'),
    ...DOMAIN_ITEM,
    claim: field.groupOrNull('The newest claim of the account by this domain; null: there is none', {
      id: field.ID,
      status: field.oneOf('Status of the claim', DOMAIN_CLAIM_STATUSES),
    }),
    tracking_host: field.text('Host of the tracked links of new mail'),
    dmarc: field.group('The DMARC record of the domain', {
      status: field.oneOf(STATUS, RECORD_STATUSES),
      policy: field.oneOf(
        'The policy that DNS has for the domain; null: it has none, or has not been asked',
        [...DMARC_POLICIES, null],
      ),
    }),
    records: field.list('The DNS records to publish, and what DNS has of them', RECORD),
  },
  DeletedDomain: {
    ...field.deleted('domain', 'True: the domain was deleted'),
    audience_id: field.idOrNull('Id of its audience, which stays; null: it was deleted with the domain'),
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
      'The automations of the domain, enabled ones first: while one is enabled, the domain cannot be deleted',
      {
        id: field.ID,
        name: field.text('Name of the automation'),
        status: field.oneOf('Whether it starts runs', AUTOMATION_STATUSES),
      },
    ),
    campaigns: field.groups(
      'The unfinished campaigns that are sent from the domain: while there is one, it cannot be deleted',
      {
        id: field.ID,
        name: field.text('Name of the campaign'),
        status: field.oneOf('Status of the campaign', CAMPAIGN_STATUSES),
      },
    ),
    scheduled_emails: field.count(
      'Accepted emails that are not sent yet, which would fail, among the 10,000 oldest of the account',
    ),
    api_keys: field.groups('Up to 100 API keys that may send from this domain only, and then from none', {
      id: field.ID,
      name: field.text('Name of the key'),
    }),
  },
  DomainReputation: {
    object: field.type('domain_reputation'),
    id: field.id('Id of the domain'),
    name: NAME,
    ...REPUTATION,
    account_status: {
      ...REPUTATION_STATUS,
      description: 'Status of the reputation of the account: while it is `paused`, none of its domains sends',
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
    records: field.groups('The MX records that DNS has for the domain', {
      exchange: field.text('The server that receives the mail'),
      priority: field.count('Its priority; the lowest number is tried first'),
    }),
    receiving_ready: field.flagOrNull(
      'True: the preferred MX record is the host of this service, so mail of the domain comes here; null: DNS did not answer',
    ),
    conflicts: field.texts('MX records that are not of this service, such as `10 aspmx.l.google.com`'),
  },
  DomainDnsProvider: {
    object: field.type('domain_dns_provider'),
    id: field.ID,
    name: NAME,
    provider: field.textOrNull('The company that serves the DNS of the domain; null: it is not known'),
    records_url: field.textOrNull('Page of the provider where DNS records are edited; null: it is not known'),
    nameservers: field.texts('The name servers of the domain; none if DNS did not answer'),
  },
  DomainCompliance: {
    object: field.type('domain_compliance'),
    id: field.ID,
    name: NAME,
    met: field.flag('True if no rule is broken'),
    rules: field.groups('The rules for senders that can be seen from here', {
      rule: field.oneOf('Name of the rule', COMPLIANCE_RULES),
      providers: field.list('The mailbox providers that have the rule', { enum: MAILBOX_PROVIDERS }),
      met: field.flagOrNull(
        'Whether the domain meets the rule; null: it is not known, for example because DNS did not answer',
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
    domain_id: field.idOrNull("Id of the account's own domain of this name; null: it was deleted"),
    region: REGION,
    record: field.group('The TXT record that proves the claim', {
      type: { description: 'Type of the record', const: 'TXT' },
      name: RECORD_NAME,
      value: field.text('The text to publish, in addition to other TXT records of the name'),
      ttl: TTL,
    }),
    blocked_reason: field.oneOf(
      'Why a proven claim waits. `grace_period`: the owner is given time; `operator`: only an operator can complete it; null: it does not wait',
      [...DOMAIN_CLAIM_BLOCKED_REASONS, null],
    ),
    blocked_until: field.timeOrNull('When the grace period ends; null: there is none'),
    failure_reason: field.oneOf(
      'Why the claim has failed. `record_removed`: its record was not there at the end of the grace period; `rejected`: an operator has rejected it; null: it has not failed',
      [...DOMAIN_CLAIM_FAILURE_REASONS, null],
    ),
    created_at: field.CREATED_AT,
    expires_at: field.time('When the claim expires unless it was proven before'),
  },
} as const satisfies Record<string, field.ObjectFields>;
