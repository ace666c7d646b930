// Whether runs of automations were started, and whether batches got further, for GET /app/changes
// (foundation/changes/change-mark.ts). Where a run stands is seen with the emails that it sends, or with the next slow read.
import { type ChangeMark, versionOf } from '../../foundation/changes/change-mark.ts';

const BATCHES = 20;

export const STARTED_RUNS_MARK: ChangeMark = {
  names: ['automations', 'usage'],
  value: (account) => versionOf(`SELECT xmin FROM automation_usage_totals WHERE account_id = ${account}`),
};

export const AUTOMATION_BATCHES_MARK: ChangeMark = {
  names: ['automations'],
  value: (account) =>
    versionOf(`SELECT xmin FROM automation_batch_work
               WHERE account_id = ${account} AND type IN ('enroll', 'retry') AND ended_at IS NULL LIMIT ${BATCHES}`),
};
