// Registry of the workers: which handler works which queue, in which group of processes. An operator scales by group:
// each group is a process type in the Procfile, and `all` runs all of them in one process.

import type { Metrics } from '../shared/resources/service-metrics.ts';
import {
  automationBatchWork,
  automationWork,
  bulkRunsWork,
  bulkSendingWork,
  domainCheckWork,
  domainWithdrawalWork,
  erasureWork,
  importWork,
  recountWork,
  recurringWork,
  removalWork,
  replayWork,
  sendingWork,
  timerRunsWork,
  webhookWork,
} from '../shared/resources/work-kinds.ts';
import { openAdvanceRuns } from './jobs/advance-automation-runs.ts';
import { openCheckDomains } from './jobs/check-domains.ts';
import { openDeliverWebhook } from './jobs/deliver-webhooks.ts';
import { handle as erasePerson } from './jobs/erase-person.ts';
import { openImportContacts } from './jobs/import-contacts.ts';
import { handle as recountSegments } from './jobs/recount-segments.ts';
import { handle as removeLeftovers } from './jobs/remove-leftovers.ts';
import { handle as replayWebhook } from './jobs/replay-webhooks.ts';
import { handle as runAutomationBatch } from './jobs/run-automation-batches.ts';
import { handle as runRecurringWork } from './jobs/run-recurring-work.ts';
import { openSendEmail } from './jobs/send-email.ts';
import { handle as withdrawDomainMail } from './jobs/withdraw-domain-mail.ts';
import type { OpenJob, WorkerDeps } from './runtime/job.ts';
import type { WorkSource } from './runtime/work-source.ts';

/** All groups. `schedule` also runs the tick and the sweeper for all of them. */
export const GROUPS = ['send', 'webhook', 'audience', 'domain', 'automation', 'bulk', 'schedule'] as const;
export type Group = (typeof GROUPS)[number];

/** A queue and the handler of its jobs. */
export interface RegistryEntry extends WorkSource {
  group: Group;
  /** Creates the handler in a process; `drain` of the result stops what it keeps between jobs. */
  open(deps: WorkerDeps): OpenJob;
  /** Jobs that one process runs at the same time. */
  concurrency: number;
}

/** After an outage a day of pauses may have ended. */
const OVERDUE_RUNS_PER_TICK = 5_000;

export const REGISTRY: readonly RegistryEntry[] = [
  {
    ...sendingWork,
    open: (deps) =>
      openSendEmail(deps, { table: sendingWork.table, connections: deps.config.smtpMaxConnections }),
    concurrency: 4,
    onReclaimed: countPossibleDuplicates,
  },
  {
    ...bulkSendingWork,
    open: (deps) =>
      openSendEmail(deps, { table: bulkSendingWork.table, connections: deps.config.bulkMaxConnections }),
    concurrency: 4,
    onReclaimed: countPossibleDuplicates,
  },
  {
    ...webhookWork,
    open: openDeliverWebhook,
    concurrency: 4,
  },
  {
    ...replayWork,
    open: () => ({ handle: replayWebhook }),
    concurrency: 2,
  },
  {
    ...removalWork,
    open: () => ({ handle: removeLeftovers }),
    concurrency: 2,
  },
  {
    ...erasureWork,
    open: () => ({ handle: erasePerson }),
    concurrency: 2,
  },
  {
    ...importWork,
    open: openImportContacts,
    concurrency: 4,
  },
  {
    ...recountWork,
    open: () => ({ handle: recountSegments }),
    // It reads whole audiences.
    concurrency: 1,
  },
  {
    ...domainCheckWork,
    open: openCheckDomains,
    // A job waits for the slowest name server of its domains, so there are many; how many domains are looked at is bounded
    // in workers/domains/checker.ts.
    concurrency: 500,
  },
  {
    ...domainWithdrawalWork,
    open: () => ({ handle: withdrawDomainMail }),
    concurrency: 2,
  },
  {
    ...automationWork,
    open: (deps) => openAdvanceRuns(deps, automationWork.table),
    concurrency: 4,
    duePerTick: OVERDUE_RUNS_PER_TICK,
  },
  {
    ...timerRunsWork,
    open: (deps) => openAdvanceRuns(deps, timerRunsWork.table),
    // Fewer than events have, which share the process.
    concurrency: 2,
    duePerTick: OVERDUE_RUNS_PER_TICK,
  },
  {
    ...bulkRunsWork,
    open: (deps) => openAdvanceRuns(deps, bulkRunsWork.table),
    concurrency: 2,
  },
  {
    ...automationBatchWork,
    open: () => ({ handle: runAutomationBatch }),
    concurrency: 2,
  },
  {
    ...recurringWork,
    open: () => ({ handle: runRecurringWork }),
    concurrency: 2,
  },
];

function countPossibleDuplicates({ possibleDuplicates }: Metrics, count: number): void {
  possibleDuplicates.inc(count);
}

/**
 * Reads the groups from the command line: their names, or `all`.
 * @throws Error with one sentence when a name is unknown or none is given
 */
export function parseGroups(names: readonly string[]): readonly Group[] {
  const known: readonly string[] = [...GROUPS, 'all'];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0 || names.length === 0) {
    const complaint = unknown.length > 0 ? ` Unknown: "${unknown.join('", "')}".` : '';
    throw new Error(`Name the groups to run: ${known.join(', ')}.${complaint}`);
  }
  return GROUPS.filter((group) => names.includes(group) || names.includes('all'));
}
