// Resumes a paused campaign where it has stopped. Held mail is due again within a few seconds (dispatch/end.ts).
import {
  type CampaignAfterTransition,
  type CampaignTransition,
  type TransitionDeps,
  transitionCampaign,
  wakeDispatch,
} from './campaign-transition.ts';

const RESUME = `
  UPDATE campaigns
  SET status = paused_from, paused_from = NULL, paused_reason = NULL, failed_reason = NULL, resumed_at = $3,
      -- A pause is made up for by no mail, however short it was.
      paced_at = greatest(paced_at, $3::timestamptz - interval '1 hour' / rate_per_hour),
      -- A person has seen what the brake has.
      is_proven = is_proven OR paused_reason IN ('bounces', 'complaints'), next_attempt_at = $3,
      updated_at = $3, claimed_by = NULL, claim_token = NULL, attempts = 0, last_error = NULL,
      woken_at = clock_timestamp()
  WHERE id = $1 AND account_id = $2 AND status = 'paused' AND deleted_at IS NULL
  RETURNING id, name, status`;

/** @throws DomainError `not_found`, or `validation_error` for one that is not paused */
export function resumeCampaign(
  deps: TransitionDeps,
  move: CampaignTransition,
): Promise<CampaignAfterTransition> {
  return transitionCampaign(deps, move, {
    name: 'resume-campaign',
    text: RESUME,
    done: 'resumed',
    after: (client, { id }) => wakeDispatch(client, deps.queues, id),
  });
}
