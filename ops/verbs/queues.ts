// Verbs that list the queues and their rows, drain a queue, and retry what has failed.

import { JOB_STATES, type QueueReport } from '../../shared/platform/queues/connect.ts';
import { drainQueue, retryFailedJobs } from '../../shared/platform/queues/operate.ts';
import { countWork } from '../../shared/platform/work/count.ts';
import { queuesOf } from '../../shared/platform/work/define-work.ts';
import { redriveWork } from '../../shared/platform/work/redrive.ts';
import { nameOfWork } from '../../shared/platform/work/work-table-definition.ts';
import { QUEUES, WORK_KINDS } from '../../shared/resources/work-kinds.ts';
import { type OpsDeps, UsageError, type Verb } from '../verb.ts';

const PARAMETERS = ['queue'];

export const listQueuesVerb: Verb = {
  summary: 'Lists the queues with their jobs by state and their work rows.',
  parameters: [],
  options: {},
  audit: 'none',
  async run(_words, deps) {
    const queues = await deps.queues();
    const reports = await queues.inspect();
    const data = [];
    for (const report of reports) data.push(await describeQueue(report, deps));
    return { object: 'list', backend: queues.backend, data };
  },
};

export const drainQueueVerb: Verb = {
  summary: 'Removes the waiting jobs of a queue. The sweeper wakes their rows again within seconds.',
  parameters: PARAMETERS,
  options: {},
  audit: 'afterwards',
  async run({ queue = '' }, deps) {
    const name = readQueue(queue);
    const queues = await deps.queues();
    return {
      object: 'queue',
      name,
      backend: queues.backend,
      removed_jobs: await drainQueue(queues, name),
    };
  },
};

export const redriveVerb: Verb = {
  summary:
    'Retries failed work now: the failed jobs of a queue, and the rows that wait for their next attempt.',
  parameters: PARAMETERS,
  options: {},
  audit: 'afterwards',
  async run({ queue = '' }, deps) {
    const name = readQueue(queue);
    const queues = await deps.queues();
    const rows: Record<string, number> = {};
    for (const { table } of kindsOf(name)) {
      rows[nameOfWork(table.definition)] = await redriveWork(
        deps.database,
        table.definition,
        deps.clock.now(),
      );
    }
    return {
      object: 'queue',
      name,
      backend: queues.backend,
      retried_jobs: await retryFailedJobs(queues, name),
      redriven_rows: rows,
    };
  },
};

async function describeQueue({ name, paused, oldestAt, jobs }: QueueReport, { database, clock }: OpsDeps) {
  const rows: Record<string, object> = {};
  for (const { table } of kindsOf(name)) {
    const { oldestDueAt = null, ...counts } = await countWork(database, table.definition, clock.now());
    rows[nameOfWork(table.definition)] = { ...counts, oldest_due_at: oldestDueAt };
  }
  return {
    object: 'queue',
    name,
    paused,
    jobs: Object.fromEntries(JOB_STATES.map((state) => [state, jobs[state]])),
    oldest_waiting_since: oldestAt ?? null,
    rows,
  };
}

function kindsOf(queue: string) {
  return WORK_KINDS.filter((kind) => queuesOf(kind).some(({ name }) => name === queue));
}

function readQueue(text: string): string {
  const names = QUEUES.map(({ name }) => name);
  if (names.includes(text)) return text;
  throw new UsageError(`There is no queue "${text}". The queues are ${names.join(', ')}.`);
}
