// Domains: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const DOMAIN_FIELDS: FieldDescriptions = {
  'DomainItem.name': 'The domain name',
  'DomainItem.status': 'Progress of the verification of its DNS records',
  region: 'Region that serves the domain',
  default: 'True for the default domain of the account',
  audience_id: 'Id of the audience of this domain; it cannot be deleted',
  capabilities: 'What the domain is used for',
  'capabilities.sending': 'Whether the domain sends email',
  'capabilities.receiving': 'Whether the domain receives email',
  open_tracking: 'Whether opens are recorded',
  click_tracking: 'Whether clicks are recorded',
  tls: '`enforced`: email is sent only over TLS; `opportunistic`: over TLS if the receiving server offers it',
  custom_return_path: 'Subdomain label of the return path, the address that receives bounces',
  tracking_subdomain: 'Subdomain label of tracked links',
};
