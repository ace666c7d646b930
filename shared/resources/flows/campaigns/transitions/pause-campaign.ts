// Pauses a campaign: no mail of it is released from now on, and the workers hold released mail within five seconds
// (workers/send/pause-gate.ts). One that waits for a quota or a capacity waits for a resume instead.
import { announceCampaign } from '../dispatch/announce.ts';
import {
  type CampaignAfterTransition,
  type CampaignTransition,
  FREE_CAMPAIGN,
  type TransitionDeps,
  transitionCampaign,
} from './campaign-transition.ts';

const PAUSE = `
  UPDATE campaigns
  SET status = 'paused', paused_from = CASE status WHEN 'paused' THEN paused_from ELSE status END,
      paused_reason = 'manual', failed_reason = NULL, next_attempt_at = NULL, updated_at = $3,
      ${FREE_CAMPAIGN}
  WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL
    AND (status IN ('queued', 'testing', 'sending') OR (status = 'paused' AND next_attempt_at IS NOT NULL))
  RETURNING id, name, status`;

/** @throws DomainError `not_found`, or `validation_error` for one that is not being sent */
export function pauseCampaign(
  deps: TransitionDeps,
  move: CampaignTransition,
): Promise<CampaignAfterTransition> {
  return transitionCampaign(deps, move, {
    name: 'pause-campaign',
    text: PAUSE,
    done: 'paused',
    async after(client, { id, name }) {
      const paused = {
        id,
        name,
        accountId: move.accountId,
        status: 'paused',
        pausedReason: 'manual',
      } as const;
      await announceCampaign(client, deps.queues, paused, move.now);
    },
  });
}
