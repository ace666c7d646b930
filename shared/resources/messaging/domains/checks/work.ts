// Checks: a row is a domain whose records are looked up in DNS.
import { defineWork } from '../../../../platform/work/define-work.ts';

export const domainCheckWork = defineWork({
  group: 'domain',
  queue: 'domain-check',
  job: 'check-domains',
  // A job waits for the slowest name server of its domains, so there are many; the number of domains in progress is
  // bounded in workers/domains/checker.ts.
  concurrency: 500,
  table: 'domain_checks',
  // A domain is checked for as long as it exists; none of the checks has failed.
  retryWhen: 'false',
  about: `jsonb_build_object('account_id', account_id)`,
});
