// The manifest of domains (foundation/manifest.ts).
import { rowsById } from '../../../platform/retention/retention.ts';
import { versionOf } from '../../foundation/change-mark.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';
import { domainCheckWork } from './checks/work.ts';
import { CLAIM_IS_OPEN } from './claims/claim.ts';
import { dkimKeyOwner } from './keys/create-dkim-key.ts';
import { registerReputationMetrics } from './reputation/metrics.ts';

const CLAIM_DAYS = 90;

const MARKED_DOMAINS = 20;

export const domainsManifest = {
  work: [domainCheckWork],
  retention: () => [
    { ...rowsById('domain claims', 'domain_claims', CLAIM_DAYS), retainedWhile: () => [CLAIM_IS_OPEN] },
  ],
  deletion: {
    stage: 'domains',
    rows: [
      ownedRows('domain_claims'),
      {
        ...ownedRows('domains', ID_KEY),
        dependents: [
          { table: 'domain_checks', column: 'id' },
          { table: 'dkim_keys', column: 'domain_id' },
        ],
      },
    ],
  },
  changeMarks: [
    {
      // A check writes the states of the records next to the domain.
      names: ['domains'],
      value: (account) =>
        versionOf(`
          SELECT version.xmin
          FROM (SELECT id, xmin FROM domains WHERE account_id = ANY(ARRAY[${account}])
                ORDER BY account_id DESC, id DESC LIMIT ${MARKED_DOMAINS}) AS domain
          CROSS JOIN LATERAL (
            SELECT domain.xmin UNION ALL SELECT xmin FROM domain_checks WHERE id = domain.id) AS version (xmin)`),
    },
  ],
  samples: { domain: async () => (await import('./event-data.ts')).sampleDomainEventData },
  registerMetrics: registerReputationMetrics,
  secrets: [{ name: 'DKIM key', table: 'dkim_keys', column: 'private_key', ownerOf: dkimKeyOwner }],
} satisfies Manifest;
