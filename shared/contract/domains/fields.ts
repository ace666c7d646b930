// Domains: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

const STATUS = 'Progress of the verification of its DNS records';

export const DOMAIN_FIELDS: FieldDescriptions = {
  name: 'The domain name, in lower-case ASCII',
  status: STATUS,
  status_reason:
    'Why the domain is not verified although its records are good, or why it was lost; null: no such reason',
  region: 'Region that serves the domain; it has no effect',
  default: 'True for the default domain of the account',
  updated_at: 'When the settings or the status of the domain last changed',
  audience_id: 'Id of the audience of this domain; it cannot be deleted',
  capabilities: 'What the domain is used for',
  'capabilities.sending': 'Whether the domain sends email',
  'capabilities.receiving': 'Whether the domain receives email',
  open_tracking: 'Whether opens are recorded',
  click_tracking: 'Whether clicks are recorded',
  tls: '`enforced`: email is sent only over TLS; `opportunistic`: over TLS if the receiving server offers it',
  custom_return_path: 'Subdomain label of the return path, the address that receives bounces',
  tracking_subdomain: 'Subdomain label of tracked links; null: there is none',
  vouched: 'True: an operator vouches for the domain, and no check changes its status',
  checked_at: 'When DNS last answered a check; null: it has not yet',
  deleted: 'True: the domain was deleted',
  filename: 'Name for the file',
  csv: 'The records as CSV, with a header',
  zone_file: 'The records as lines of a zone file (RFC 1035 §5)',

  dmarc: 'The DMARC record of the domain',
  'dmarc.status': STATUS,
  'dmarc.policy': 'The policy that DNS has for the domain; null: it has none, or has not been asked',

  'Domain.records': 'The DNS records to publish, and what DNS has of them',
  'records.record': 'What the record is for',
  'records.name': 'Full name of the record, without a final dot',
  'records.host':
    'Name of the record below the registrable domain, as most DNS providers ask for it; `@` is that domain itself',
  'records.type': 'Type of the record',
  'records.ttl': 'Time for which resolvers may keep the record; `Auto`: what the DNS provider proposes',
  'records.status': 'Progress of the verification of the record',
  'records.value': 'The value to publish; a TXT record is one text',
  'records.priority': 'Priority of an MX record; null: it is none',
  'records.required': 'False: the domain is verified without it, but large mailbox providers expect it',
  'records.found': 'The values that DNS had at the last check that was answered',
  'records.detail': 'What is wrong with the record; null: nothing is known to be',
  'records.last_seen_at': 'When a check last found the record to be good; null: it never did',

  'createDomain.name': 'The domain name; other scripts are converted to ASCII',
  'createDomain.region': 'Region that serves the domain; it is stored and has no effect',
  'createDomain.custom_return_path':
    'Subdomain label of the return path, the address that receives bounces. It cannot be changed later',
  'createDomain.capabilities': 'What the domain is used for; at least one capability must be enabled',
  'createDomain.tracking_subdomain': 'Subdomain label of tracked links',
  'updateDomain.name': 'Cannot be changed: the present value, or absent',
  'updateDomain.region': 'Cannot be changed: the present value, or absent',
  'updateDomain.custom_return_path': 'Cannot be changed: the present value, or absent',
  'updateDomain.default':
    'True: makes this domain the default one of the account, in place of another; false: it is not the default one',
  'updateDomain.tracking_subdomain': 'Subdomain label of tracked links; null removes it',

  'MxCheck.domain': 'The domain name',
  'MxCheck.records': 'The MX records that DNS has for the domain',
  'MxCheck.records.exchange': 'The server that receives the mail',
  'MxCheck.records.priority': 'Its priority; the lowest number is tried first',
  'MxCheck.receiving_ready':
    'True: the preferred MX record is the host of this service, so mail of the domain comes here; null: DNS did not answer',
  'MxCheck.conflicts': 'MX records that are not of this service, such as `10 aspmx.l.google.com`',

  'DomainDnsProvider.provider': 'The company that serves the DNS of the domain; null: it is not known',
  'DomainDnsProvider.records_url': 'Page of the provider where DNS records are edited; null: it is not known',
  'DomainDnsProvider.nameservers': 'The name servers of the domain; none if DNS did not answer',

  'DomainCompliance.met': 'True if no rule is broken',
  'DomainCompliance.rules': 'The rules for senders that can be seen from here',
  'DomainCompliance.rules.rule': 'Name of the rule',
  'DomainCompliance.rules.providers': 'The mailbox providers that have the rule',
  'DomainCompliance.rules.met':
    'Whether the domain meets the rule; null: it is not known, for example because DNS did not answer',
  'DomainCompliance.rules.message': 'What was found, and what to do',

  'DomainClaim.name': 'The claimed domain name',
  'DomainClaim.status':
    'Status of the claim; `completed`, `expired`, `superseded`, `canceled` and `failed` are final',
  'DomainClaim.domain_id': "Id of the account's own domain of this name; null: it was deleted",
  'DomainClaim.record': 'The TXT record that proves the claim',
  'DomainClaim.record.type': 'Type of the record',
  'DomainClaim.record.name': 'Full name of the record, without a final dot',
  'DomainClaim.record.value': 'The text to publish, in addition to other TXT records of the name',
  'DomainClaim.record.ttl':
    'Time for which resolvers may keep the record; `Auto`: what the DNS provider proposes',
  'DomainClaim.blocked_reason':
    'Why a proven claim waits. `grace_period`: the owner is given time; `operator`: only an operator can complete it; null: it does not wait',
  'DomainClaim.blocked_until': 'When the grace period ends; null: there is none',
  'DomainClaim.failure_reason':
    'Why the claim has failed. `record_removed`: its record was not there at the end of the grace period; `rejected`: an operator has rejected it; null: it has not failed',
  'DomainClaim.expires_at': 'When the claim expires unless it was proven before',
  'startDomainClaim.name': 'The domain name to claim',
  'startDomainClaim.custom_return_path':
    'Subdomain label of the return path, the address that receives bounces',
  'startDomainClaim.tracking_subdomain': 'Subdomain label of tracked links',
};
