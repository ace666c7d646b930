// Domains: what their fields and parameters mean (../fields.ts tells how names are read).
import type { FieldMeanings } from '../fields.ts';

export const DOMAIN_FIELDS: FieldMeanings = {
  'DomainItem.name': 'The domain',
  'DomainItem.status': 'Progress of its DNS records',
  region: 'Where it is served',
  default: 'True for the domain that is meant when none is named',
  audience_id: 'Audience of the domain',
  capabilities: 'What the domain is used for',
  'capabilities.sending': 'Does it send?',
  'capabilities.receiving': 'Does it receive?',
  open_tracking: 'Are opens recorded?',
  click_tracking: 'Are clicks recorded?',
  tls: 'Must the receiving server offer TLS?',
  custom_return_path: 'Label below the domain that bounces go to',
  tracking_subdomain: 'Label below the domain that tracked links lead to',
};
