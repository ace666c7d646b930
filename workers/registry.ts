// Which queue is worked by which code, in which group of processes. Groups are what an operator scales: each is a
// process type in the Procfile, `all` runs every one of them in one process.
import { recurringWork, replayWork, sendingWork, webhookWork } from '../shared/resources/work-kinds.ts';
import { openDeliverWebhook } from './jobs/deliver-webhooks.ts';
import { handle as replayWebhook } from './jobs/replay-webhooks.ts';
import { handle as runRecurringWork } from './jobs/run-recurring-work.ts';
import { openSendEmail } from './jobs/send-email.ts';
import type { OpenJob, WorkerDeps } from './runtime/job.ts';
import type { WorkSource } from './runtime/work-source.ts';

/** The groups that exist. `schedule` also ticks and sweeps for all of them. */
export const GROUPS = ['send', 'webhook', 'schedule'] as const;
export type Group = (typeof GROUPS)[number];

/** One queue and the code that works it. */
export interface RegistryEntry extends WorkSource {
  group: Group;
  /** Makes the handler of a process; what it keeps between jobs is stopped with it. */
  open(deps: WorkerDeps): OpenJob;
  /** Jobs that one process runs at a time. */
  concurrency: number;
}

export const REGISTRY: readonly RegistryEntry[] = [
  {
    ...sendingWork,
    open: openSendEmail,
    concurrency: 4,
    onReclaimed: ({ possibleDuplicates }, count) => possibleDuplicates.inc(count),
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
    ...recurringWork,
    open: () => ({ handle: runRecurringWork }),
    concurrency: 2,
  },
];

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
