// Whether runs of automations were started or have ended, and whether batches got further, for GET /app/changes
// (foundation/changes/change-mark.ts). What takes a run up again is an operation, or a batch. Where a run in progress stands is
// seen with the emails that it sends, or with the next slow read.
import { type ChangeMark, versionOf } from '../../foundation/changes/change-mark.ts';

const BATCHES = 20;
/** So many may be committed in another order than they ended. */
const ENDED_RUNS = 50;
/** The condition of their index (migrations/0068-health-of-automations.ts). */
const HAS_ENDED = "status <> 'running' AND ended_at > '-infinity'";

export const STARTED_RUNS_MARK: ChangeMark = {
  names: ['automations', 'usage'],
  value: (account) => versionOf(`SELECT xmin FROM automation_usage_totals WHERE account_id = ${account}`),
};

export const ENDED_RUNS_MARK: ChangeMark = {
  names: ['automations'],
  value: (account) =>
    versionOf(`SELECT xmin FROM automation_runs WHERE account_id = ANY(ARRAY[${account}]) AND ${HAS_ENDED}
               ORDER BY account_id DESC, ended_at DESC LIMIT ${ENDED_RUNS}`),
};

export const AUTOMATION_BATCHES_MARK: ChangeMark = {
  names: ['automations'],
  value: (account) =>
    versionOf(`SELECT xmin FROM automation_batch_work
               WHERE account_id = ${account} AND type IN ('enroll', 'retry') AND ended_at IS NULL LIMIT ${BATCHES}`),
};
