// Whether campaigns got further, for GET /app/changes (foundation/changes/change-mark.ts). One that is done is no
// longer looked at.
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
