// Whether domains were verified or have got another reputation, for GET /app/changes (foundation/changes/change-mark.ts). A check
// writes the states of the records next to the domain.
import { type ChangeMark, versionOf } from '../../../foundation/changes/change-mark.ts';

const DOMAINS = 20;

export const DOMAINS_MARK: ChangeMark = {
  names: ['domains'],
  value: (account) =>
    versionOf(`
      SELECT version.xmin
      FROM (SELECT id, xmin FROM domains WHERE account_id = ANY(ARRAY[${account}])
            ORDER BY account_id DESC, id DESC LIMIT ${DOMAINS}) AS domain
      CROSS JOIN LATERAL (
        SELECT domain.xmin UNION ALL SELECT xmin FROM domain_checks WHERE id = domain.id) AS version (xmin)`),
};
