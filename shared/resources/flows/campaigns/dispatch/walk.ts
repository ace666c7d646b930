// The dispatch of a campaign, step by step: it begins, its audience is taken, its variants are tested if it has any,
// its mail is released, and it ends; or it is canceled or removed (docs/architecture/campaigns.md). A pause and a
// cancel revoke the claim, so a worker that had it changes nothing any more.
import { defineWalk, type Walk, type WalkActed, type WalkStep } from '../../../../platform/work/walk.ts';
import type { Claim } from '../../../../platform/work/work-table.ts';
import { beginDispatch } from './begin.ts';
import { cancelNext } from './cancel-next.ts';
import type { DispatchDeps, DispatchInput } from './dispatch-input.ts';
import { DISPATCHED_COLUMNS, type DispatchedCampaign } from './dispatched-campaign.ts';
import { endOrWait } from './end.ts';
import { removeNext } from './remove-next.ts';
import { selectNext } from './select-next.ts';
import { isAssigned, testNext } from './test-next.ts';

/** Releases the next mail of a campaign that is sending. @returns undefined: none is pending */
export type ReleaseNext = (
  campaign: DispatchedCampaign,
  claim: Claim,
  now: Date,
) => Promise<WalkActed | undefined>;

/** Creates the walk of a process. */
export function createCampaignWalk(releaseNext: ReleaseNext): Walk<DispatchDeps> {
  return defineWalk<DispatchedCampaign, DispatchDeps>({
    table: 'campaigns',
    columns: DISPATCHED_COLUMNS,
    async act(campaign, { claim, now }) {
      const isReleased =
        campaign.status === 'sending' || (campaign.status === 'testing' && isAssigned(campaign));
      return isReleased && !campaign.deletedAt ? await releaseNext(campaign, claim, now) : undefined;
    },
    step: (campaign, input) => stepOf(campaign, input),
  });
}

async function stepOf(campaign: DispatchedCampaign, input: DispatchInput): Promise<WalkStep> {
  if (campaign.deletedAt) return await removeNext(campaign, input);
  switch (campaign.status) {
    case 'scheduled':
      return await beginDispatch(campaign, input);
    case 'queued':
      return campaign.dispatchId === null
        ? await beginDispatch(campaign, input)
        : await selectNext(campaign, input);
    case 'testing':
      return await testNext(campaign, input);
    case 'sending':
      return await endOrWait(campaign, input);
    case 'paused':
      return goOn(campaign, input);
    case 'failed':
      return await removeNext(campaign, input);
    case 'canceled':
      return await cancelNext(campaign, input);
    default:
      return { isDone: true, set: { position: campaign.position } };
  }
}

/** The quota or the capacity that it waited for is available. */
function goOn({ pausedFrom, position }: DispatchedCampaign, { now }: DispatchInput): WalkStep {
  const set = {
    status: pausedFrom,
    paused_from: null,
    paused_reason: null,
    resumed_at: now,
    updated_at: now,
  };
  return { position, set };
}
