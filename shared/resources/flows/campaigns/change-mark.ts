// Finds out whether campaigns have advanced, for GET /app/changes (foundation/changes/change-mark.ts). Finished ones
// are no longer read.
import { type ChangeMark, versionOf } from '../../foundation/changes/change-mark.ts';
import { IS_UNFINISHED_CAMPAIGN } from './campaign.ts';

const CAMPAIGNS = 50;

export const CAMPAIGNS_MARK: ChangeMark = {
  names: ['campaigns'],
  value: (account) =>
    versionOf(
      `SELECT xmin FROM campaigns WHERE account_id = ${account} AND ${IS_UNFINISHED_CAMPAIGN} LIMIT ${CAMPAIGNS}`,
    ),
};
