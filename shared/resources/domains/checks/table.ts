// The work table of checks: a row is a domain whose records are looked up in DNS.
import { createWorkTable } from '../../../platform/work/work-table.ts';

export const checksTable = createWorkTable({
  table: 'domain_checks',
  key: 'id',
  keyType: 'uuid',
  // A domain is checked for as long as it exists; none of the checks has failed.
  retryWhen: 'false',
  about: `jsonb_build_object('account_id', account_id)`,
});
