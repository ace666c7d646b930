// The schedule of recurring tasks (cron), as one table. Times are cron expressions in UTC. A task must be safe to run
// twice.

import { createPartitions } from '../shared/platform/db/partitions.ts';
import { deleteExpiredWindows } from '../shared/platform/rate-limit/postgres-store.ts';
import { discardAbandonedUploads } from '../shared/platform/storage/uploads.ts';
import { deleteDeadWorkers } from '../shared/platform/work/processes/delete-dead.ts';
import { removeOldAuditEvents } from '../shared/resources/audit-events/remove-old.ts';
import { takeOverBatches } from '../shared/resources/automations/batches/take-over.ts';
import { removeOldRuns } from '../shared/resources/automations/runs/remove-old.ts';
import { removeOldUsage } from '../shared/resources/automations/starting/run-quota.ts';
import { removeOldImports } from '../shared/resources/contact-imports/remove-old.ts';
import { removeFormerIds } from '../shared/resources/contacts/erasures/remove-former-ids.ts';
import { removeOldClaims } from '../shared/resources/domains/claims/remove-old.ts';
import { removeOldEvents } from '../shared/resources/events/received/remove-old.ts';
import { deleteExpiredKeys } from '../shared/resources/idempotency/keys.ts';
import { removeOldInvitations } from '../shared/resources/invitations/remove-old.ts';
import { removeOldLogs } from '../shared/resources/logs/remove-old.ts';
import { mailDueLinks } from '../shared/resources/one-time-links/mail-due.ts';
import { removeOldLinks } from '../shared/resources/one-time-links/remove-old.ts';
import { PARTITIONED_TABLES } from '../shared/resources/partitioned-tables.ts';
import { removeEndedSessions } from '../shared/resources/sessions/remove-old.ts';
import { removeOldChallenges } from '../shared/resources/sign-in/remove-old.ts';
import { endOrphanedMessages } from '../shared/resources/webhooks/delivery/end-orphans.ts';
import { notifyOfBlockedClaims } from './notices/blocked-claims.ts';
import { notifyOfDisabledWebhooks } from './notices/disabled-webhooks.ts';
import { withAcceptor } from './notices/with-acceptor.ts';
import type { JobDeps } from './runtime/job.ts';

/** One recurring task. */
export interface RecurringTask {
  /** Id of its row in `recurring_work`. Never rename it: the task would run once more under the new name. */
  name: string;
  cron: string;
  run(deps: JobDeps): Promise<unknown>;
}

export const SCHEDULE: readonly RecurringTask[] = [
  {
    name: 'keep-partitions-ahead',
    cron: '17 3 * * *',
    run: ({ database, clock }) =>
      createPartitions(database, { tables: PARTITIONED_TABLES, now: clock.now() }),
  },
  { name: 'forget-dead-workers', cron: '41 * * * *', run: ({ database }) => deleteDeadWorkers(database) },
  {
    name: 'forget-idempotency-keys',
    cron: '23 * * * *',
    run: ({ database, clock }) => deleteExpiredKeys(database, clock.now()),
  },
  {
    name: 'remove-old-logs',
    cron: '*/5 * * * *',
    run: ({ database, config, clock }) => removeOldLogs(database, config.logRetentionDays, clock.now()),
  },
  {
    name: 'remove-old-imports',
    cron: '47 * * * *',
    run: ({ database, clock }) => removeOldImports(database, clock.now()),
  },
  {
    name: 'remove-old-automation-runs',
    cron: '37 * * * *',
    run: ({ database, clock }) => removeOldRuns(database, clock.now()),
  },
  {
    name: 'take-over-automation-batches',
    cron: '*/5 * * * *',
    run: (deps) => takeOverBatches(deps, deps.clock.now()),
  },
  {
    name: 'remove-old-events',
    cron: '*/5 * * * *',
    run: ({ database, clock }) => removeOldEvents(database, clock.now()),
  },
  {
    name: 'remove-ids-of-deleted-contacts',
    cron: '31 * * * *',
    run: ({ database, clock }) => removeFormerIds(database, clock.now()),
  },
  { name: 'forget-automation-usage', cron: '11 * * * *', run: ({ database }) => removeOldUsage(database) },
  { name: 'forget-rate-limits', cron: '*/10 * * * *', run: ({ database }) => deleteExpiredWindows(database) },
  {
    name: 'discard-abandoned-uploads',
    cron: '29 * * * *',
    run: ({ database }) => discardAbandonedUploads(database),
  },
  { name: 'tell-owners-of-disabled-webhooks', cron: '* * * * *', run: notifyOfDisabledWebhooks },
  {
    name: 'remove-old-claims',
    cron: '53 4 * * *',
    run: ({ database, clock }) => removeOldClaims(database, clock.now()),
  },
  { name: 'notify-owners-of-claimed-domains', cron: '* * * * *', run: notifyOfBlockedClaims },
  {
    name: 'end-messages-of-deleted-webhooks',
    cron: '7 * * * *',
    run: ({ database }) => endOrphanedMessages(database),
  },
  { name: 'mail-links', cron: '* * * * *', run: (deps) => mailDueLinks(withAcceptor(deps)) },
  {
    name: 'remove-ended-sessions',
    cron: '13 * * * *',
    run: ({ database, clock }) => removeEndedSessions(database, clock.now()),
  },
  {
    name: 'remove-old-challenges',
    cron: '19 * * * *',
    run: ({ database, clock }) => removeOldChallenges(database, clock.now()),
  },
  {
    name: 'remove-old-links',
    cron: '43 * * * *',
    run: ({ database, clock }) => removeOldLinks(database, clock.now()),
  },
  {
    name: 'remove-old-invitations',
    cron: '59 4 * * *',
    run: ({ database, clock }) => removeOldInvitations(database, clock.now()),
  },
  {
    name: 'remove-old-audit-events',
    cron: '3 * * * *',
    run: ({ database, clock }) => removeOldAuditEvents(database, clock.now()),
  },
];
