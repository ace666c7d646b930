// The manifest of automations (foundation/manifest.ts).
import { RUN_RETENTION_DAYS } from '../../../contract/limits.ts';
import { rowsByTime } from '../../../platform/retention/retention.ts';
import { versionOf } from '../../foundation/change-mark.ts';
import { EMAIL_KEY, ID_KEY, ownedRows, parentsIn } from '../../foundation/owned-rows.ts';
import type { ListeningManifest } from '../listening.ts';
import { automationBatchWork } from './batches/work.ts';
import { automationsOfDomains } from './domain-changes.ts';
import { bulkRunsWork, eventRunsWork, timerRunsWork } from './runs/work.ts';

const MARKED_BATCHES = 20;
/** As many may be committed in another order than that of their ends. */
const MARKED_RUNS = 50;
/** As the index of them has it (migrations/0068-health-of-automations.ts). */
const HAS_ENDED = "status <> 'running' AND ended_at > '-infinity'";

const ofAutomations = parentsIn('automations');

export const automationsManifest = {
  work: [eventRunsWork, timerRunsWork, bulkRunsWork, automationBatchWork],
  retention: () => [
    {
      ...rowsByTime('automation runs', 'automation_runs', 'ended_at', RUN_RETENTION_DAYS),
      retainedWhile: () => [`automation_runs.status = 'running'`],
      dependents: [{ table: 'automation_step_runs', column: 'run_id' }],
    },
    rowsByTime('automation batches', 'automation_batch_work', 'ended_at', RUN_RETENTION_DAYS),
    {
      what: 'automation versions',
      days: 0,
      removePiece: async (...given) =>
        await (await import('./runs/remove-unused-versions.ts')).removeUnusedVersions(...given),
    },
    {
      what: 'automation entries',
      days: 0,
      removePiece: async (database) =>
        await (await import('./runs/remove-left-entries.ts')).removeLeftEntries(database),
    },
    {
      what: 'causes of runs',
      days: 0,
      removePiece: async (...given) =>
        await (await import('./intake/cause-rows.ts')).removeEndedCauses(...given),
      isContinuous: true,
    },
    {
      what: 'hours of the run quota',
      days: 0,
      removePiece: async (database) =>
        await (await import('./intake/run-quota.ts')).STARTED_RUNS.removeOld(database),
    },
  ],
  deletion: {
    stage: 'flows',
    rows: [
      { table: 'automation_batch_work', column: 'automation_id', parents: ofAutomations, key: [ID_KEY] },
      { table: 'automation_batches', column: 'automation_id', parents: ofAutomations, key: [] },
      {
        table: 'automation_runs',
        column: 'automation_id',
        parents: ofAutomations,
        key: [ID_KEY],
        dependents: [{ table: 'automation_step_runs', column: 'run_id' }],
      },
      { table: 'automation_entries', column: 'automation_id', parents: ofAutomations, key: [EMAIL_KEY] },
      {
        table: 'automation_versions',
        column: 'automation_id',
        parents: ofAutomations,
        key: [['number', 'integer']],
      },
      {
        ...ownedRows('automations', ID_KEY),
        dependents: [{ table: 'automation_stats', column: 'automation_id' }],
      },
      ownedRows('automation_causes', ID_KEY),
      ownedRows('automation_usage'),
      ownedRows('automation_usage_totals'),
    ],
    claimed: ['automation_runs', 'automation_batch_work'],
  },
  // What takes a run up again is an operation, or a batch. Where a run in progress stands is seen with the emails that it
  // sends, or with the next slow read.
  changeMarks: [
    {
      names: ['automations', 'usage'],
      value: (account) => versionOf(`SELECT xmin FROM automation_usage_totals WHERE account_id = ${account}`),
    },
    {
      names: ['automations'],
      value: (account) =>
        versionOf(`SELECT xmin FROM automation_runs WHERE account_id = ANY(ARRAY[${account}]) AND ${HAS_ENDED}
                   ORDER BY account_id DESC, ended_at DESC LIMIT ${MARKED_RUNS}`),
    },
    {
      names: ['automations'],
      value: (account) =>
        versionOf(`SELECT xmin FROM automation_batch_work
                   WHERE account_id = ${account} AND type IN ('enroll', 'retry') AND ended_at IS NULL LIMIT ${MARKED_BATCHES}`),
    },
  ],
  domainListener: automationsOfDomains,
  findUse: async (...given) => await (await import('./uses.ts')).findAutomationUsing(...given),
  erasurePhases: { runs: async () => (await import('./runs/erase.ts')).eraseRunsOfContacts },
} satisfies ListeningManifest;
