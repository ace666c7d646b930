// Stops a campaign in a step of its dispatch: one that cannot start has failed, another is paused until it is resumed.
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import type { WalkStep } from '../../../../platform/work/walk.ts';
import type { CampaignStatus, PausedReason } from '../campaign.ts';
import { announceCampaign } from './announce.ts';
import type { DispatchInput } from './dispatch-input.ts';
import type { DispatchedCampaign } from './dispatched-campaign.ts';

/** Ends a campaign that cannot start. The next steps remove the taken part of its audience. */
export async function failInStep(
  campaign: DispatchedCampaign,
  { client, deps, now }: DispatchInput,
  reason: string,
): Promise<WalkStep> {
  const failed = { ...campaign, status: 'failed' as const, pausedReason: null, failedReason: reason };
  await announceCampaign(client, deps.queues, failed, now);
  return { position: NIL_UUID, set: { status: 'failed', failed_reason: reason, updated_at: now } };
}

/** Why a campaign is paused, and where it continues. */
interface StepPause {
  reason: PausedReason;
  /** More than the reason says, for its owner. */
  why: string | null;
  from: CampaignStatus;
}

/** Pauses a campaign. */
export async function pauseInStep(
  campaign: DispatchedCampaign,
  { client, deps, now }: DispatchInput,
  { reason, why, from }: StepPause,
): Promise<WalkStep> {
  await announceCampaign(client, deps.queues, { ...campaign, status: 'paused', pausedReason: reason }, now);
  const set = { status: 'paused', paused_reason: reason, failed_reason: why, paused_from: from };
  return { isDone: true, set: { ...set, updated_at: now, position: NIL_UUID } };
}
