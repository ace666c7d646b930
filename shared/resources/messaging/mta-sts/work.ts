// Refreshing: a row is the policy of a recipients' domain, which is fetched again before it expires.
import { defineWork } from '../../../platform/work/define-work.ts';

export const mtaStsWork = defineWork({
  group: 'domain',
  queue: 'mta-sts',
  job: 'refresh-mta-sts',
  // A job waits for the slowest of its hosts, a minute at most; workers/jobs/refresh-mta-sts.ts bounds how many are asked.
  concurrency: 100,
  table: 'mta_sts_policies',
  key: 'domain',
  keyType: 'text',
  // They belong to no account.
  whileSuspended: 'go on',
  // A policy is refreshed for as long as it is used.
  retryWhen: 'failures > 0',
  lastAnswer: 'last_error',
});
