// Cancels a campaign. One that waits for its time is a draft again; one that has begun sends nothing more, the charge
// for unsent mail is refunded, and the dispatch ends the rest (dispatch/cancel-next.ts).
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import {
  type CampaignAfterTransition,
  type CampaignTransition,
  type TransitionDeps,
  transitionCampaign,
  wakeDispatch,
} from './campaign-transition.ts';

const CANCEL = `
  UPDATE campaigns
  SET status = CASE status WHEN 'scheduled' THEN 'draft' ELSE 'canceled' END,
      scheduled_at = CASE status WHEN 'scheduled' THEN NULL ELSE scheduled_at END,
      timezone = CASE status WHEN 'scheduled' THEN NULL ELSE timezone END,
      timezone_property = CASE status WHEN 'scheduled' THEN NULL ELSE timezone_property END,
      wall_time = CASE status WHEN 'scheduled' THEN NULL ELSE wall_time END,
      next_attempt_at = CASE status WHEN 'scheduled' THEN NULL ELSE $3::timestamptz END,
      woken_at = CASE status WHEN 'scheduled' THEN NULL ELSE clock_timestamp() END,
      paused_from = NULL, paused_reason = NULL, failed_reason = NULL, resumed_at = NULL, position = '${NIL_UUID}', updated_at = $3,
      claimed_by = NULL, claim_token = NULL, attempts = 0, last_error = NULL
  WHERE id = $1 AND account_id = $2 AND status IN ('scheduled', 'queued', 'testing', 'sending', 'paused')
    AND deleted_at IS NULL
  RETURNING id, name, status`;

/** @throws DomainError `not_found`, or `validation_error` for a draft and one that has ended */
export function cancelCampaign(
  deps: TransitionDeps,
  move: CampaignTransition,
): Promise<CampaignAfterTransition> {
  return transitionCampaign(deps, move, {
    name: 'cancel-campaign',
    text: CANCEL,
    done: 'canceled',
    after(client, { id, status }) {
      if (status === 'canceled') wakeDispatch(client, deps.queues, id);
    },
  });
}
