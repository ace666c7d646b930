// What domains refuse (docs/reference/domains.md, docs/reference/domain-claims.md). Names: create-names.test.ts.
import type { Pool } from 'pg';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { each, type Refusal } from '../refusal.ts';

/** A name that another account has verified. */
const prepare = async (pool: Pool) => ({
  name: (await createDomain(pool, (await createAccount(pool)).id, { name: 'claimed.dev' })).name,
});

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects a domain without a name with missing_required_field 422.',
    operation: 'createDomain',
    error: 'missing_required_field',
    bodies: each('name', undefined, null, ''),
    wholes: [undefined, {}],
  },
  {
    rule: 'Rejects a domain with an invalid setting with validation_error 422 and names the field.',
    operation: 'createDomain',
    bodies: [
      ...each('region', 5, 'x'.repeat(51)),
      ...each('custom_return_path', '', 'a.b', '_dmarc', '-a', 'ä', 'a'.repeat(64)),
      ...each('tracking_subdomain', '', '_dmarc', 'a b'),
      ...each('capabilities', 'sending', []),
      ...each('open_tracking', 'true'),
      ...each('click_tracking', 1),
      ...each('tls', 'required', ''),
    ],
  },
  {
    rule: 'Rejects a domain with an invalid setting with validation_error 422 and names the field.',
    operation: 'createDomain',
    says: '`capabilities.sending`',
    bodies: [{ capabilities: { sending: true } }],
  },
  {
    rule: 'Rejects a domain with an invalid setting with validation_error 422 and names the field.',
    operation: 'createDomain',
    says: '`capabilities.receiving`',
    bodies: [{ capabilities: { receiving: 'on' } }],
  },
  {
    rule: 'Rejects a domain without any capability with validation_error 422.',
    operation: 'createDomain',
    bodies: [{ capabilities: { sending: 'disabled' } }],
  },
  {
    rule: 'Rejects an invalid change of a domain with validation_error 422 and changes nothing.',
    operation: 'updateDomain',
    prepare: async () => ({ if_updated_at: undefined }),
    bodies: [
      ...each('open_tracking', null),
      ...each('click_tracking', 'yes'),
      ...each('tls', null, 'required'),
      ...each('capabilities', null, { sending: null }, { sending: 'disabled' }),
      { capabilities: { sending: 'disabled', receiving: 'disabled' } },
      ...each('tracking_subdomain', '', 'a.b', 'send'),
      ...each('default', null, 'true'),
      ...each('warm_up', null, 'true', 1),
      { name: null },
      { region: null },
      { custom_return_path: null },
    ],
  },
  {
    rule: 'Rejects a claim without a name with missing_required_field 422, and one with an invalid field with validation_error 422.',
    operation: 'startDomainClaim',
    error: 'missing_required_field',
    bodies: each('name', undefined, null, ''),
    wholes: [{}],
  },
  {
    rule: 'Rejects a claim without a name with missing_required_field 422, and one with an invalid field with validation_error 422.',
    operation: 'startDomainClaim',
    bodies: [
      ...each('custom_return_path', 'a.b'),
      ...each('tracking_subdomain', '_dmarc', 'bounces'),
      ...each('open_tracking', 'yes'),
      ...each('region', 5),
    ],
    prepare,
  },
];
