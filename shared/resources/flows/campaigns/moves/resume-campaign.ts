// Resumes a paused campaign where it has stopped. Mail that was held is due again within some seconds (dispatch/end.ts).
import { transaction } from '../../../../platform/db/transaction.ts';
import {
  type CampaignMove,
  type MoveDeps,
  type MovedCampaign,
  refuseMove,
  wakeDispatch,
} from './campaign-move.ts';

const RESUME = `
  UPDATE campaigns
  SET status = paused_from, paused_from = NULL, paused_reason = NULL, failed_reason = NULL, resumed_at = $3, next_attempt_at = $3,
      updated_at = $3, claimed_by = NULL, claim_token = NULL, attempts = 0, last_error = NULL,
      woken_at = clock_timestamp()
  WHERE id = $1 AND account_id = $2 AND status = 'paused' AND deleted_at IS NULL
  RETURNING id, name, status`;

/** @throws DomainError `not_found`, or `validation_error` for one that is not paused */
export async function resumeCampaign(
  { database, queues }: MoveDeps,
  move: CampaignMove,
): Promise<MovedCampaign> {
  const { accountId, id, now } = move;
  return await transaction(database, async (client) => {
    const { rows } = await client.query<MovedCampaign>({
      name: 'resume-campaign',
      text: RESUME,
      values: [id, accountId, now],
    });
    const [resumed] = rows;
    if (!resumed) throw await refuseMove(client, move, 'resumed');
    wakeDispatch(client, queues, id);
    return resumed;
  });
}
