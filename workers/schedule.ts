// The schedule of recurring tasks (cron), as one table. Times are cron expressions in UTC. A task must be safe to run
// twice.

import type { Database } from '../shared/platform/db/connect.ts';
import { createPartitions } from '../shared/platform/db/partitions.ts';
import { removeOld } from '../shared/platform/retention/remove-old.ts';
import type { Retention } from '../shared/platform/retention/retention.ts';
import { planRecurringWork } from '../shared/platform/work/recurring/plan.ts';
import { takeOverBatches } from '../shared/resources/flows/automations/batches/take-over.ts';
import { endOrphanedMessages } from '../shared/resources/foundation/webhooks/delivery/end-orphans.ts';
import { mailHostOf } from '../shared/resources/messaging/domains/records/dns-records.ts';
import { evaluateAll } from '../shared/resources/messaging/domains/reputation/evaluate.ts';
import { PARTITIONED_TABLES } from '../shared/resources/partitioned-tables.ts';
import { mailDueLinks } from '../shared/resources/people/one-time-links/mail-due.ts';
import { retention } from '../shared/resources/retention.ts';
import { notifyOfBlockedClaims } from './notices/blocked-claims.ts';
import { notifyOfDisabledWebhooks } from './notices/disabled-webhooks.ts';
import { notifyOfReputations } from './notices/reputation.ts';
import { notifyOfSuspensions } from './notices/suspensions.ts';
import { withAcceptor } from './notices/with-acceptor.ts';
import type { JobDeps } from './runtime/job.ts';

/** One recurring task. */
export interface RecurringTask {
  /** Id of its row in `recurring_work`. Never rename it: the task would run once more under the new name. */
  name: string;
  cron: string;
  run(deps: JobDeps): Promise<unknown>;
}

/** Where the next run of retention continues, in this process. */
const POSITIONS = new WeakMap<Database, Map<string, string>>();

export const SCHEDULE: readonly RecurringTask[] = [
  {
    name: 'keep-partitions-ahead',
    cron: '17 3 * * *',
    run: prepareSchedule,
  },

  {
    name: 'remove-old-traffic',
    cron: '* * * * *',
    run: (deps) => remove(deps, ({ isContinuous = false }) => isContinuous),
  },
  {
    name: 'remove-old-rows',
    cron: '13 * * * *',
    run: (deps) => remove(deps, ({ isContinuous = false }) => !isContinuous),
  },
  {
    name: 'take-over-automation-batches',
    cron: '*/5 * * * *',
    run: (deps) => takeOverBatches(deps, deps.clock.now()),
  },
  { name: 'tell-owners-of-disabled-webhooks', cron: '* * * * *', run: notifyOfDisabledWebhooks },
  {
    name: 'judge-reputations',
    cron: '* * * * *',
    run: (deps) => evaluateAll({ ...deps, mailHost: mailHostOf(deps.config) }, deps.clock.now()),
  },
  { name: 'notify-owners-of-claimed-domains', cron: '* * * * *', run: notifyOfBlockedClaims },
  { name: 'notify-owners-of-reputations', cron: '* * * * *', run: notifyOfReputations },
  { name: 'notify-owners-of-suspensions', cron: '* * * * *', run: notifyOfSuspensions },
  {
    name: 'end-messages-of-deleted-webhooks',
    cron: '7 * * * *',
    run: ({ database }) => endOrphanedMessages(database),
  },
  { name: 'mail-links', cron: '* * * * *', run: (deps) => mailDueLinks(withAcceptor(deps)) },
];

/**
 * Inserts what a schedule needs, again each day: a process of the release before may have run at the same time as the first
 * of this one.
 */
export async function prepareSchedule({
  database,
  clock,
}: Pick<JobDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await createPartitions(database, { tables: PARTITIONED_TABLES, now });
  const names = SCHEDULE.map(({ name }) => name);
  await planRecurringWork(database, names, now);
}

async function remove(
  { database, config, clock, log }: JobDeps,
  isMeant: (row: Retention) => boolean,
): Promise<void> {
  const meant = retention(config.retentionDays).filter(isMeant);
  const positions = POSITIONS.get(database) ?? new Map<string, string>();
  POSITIONS.set(database, positions);
  const partitioned = PARTITIONED_TABLES;
  const removed = await removeOld({ database, now: clock.now(), partitioned, positions }, meant);
  if (removed.partitions.length > 0) log.info({ partitions: removed.partitions }, 'dropped what is too old');
}
