// Removes the recipients, counts and links of a deleted campaign. Its row and what it said stay until no mail of it can be read
// (shared/resources/retention.ts).
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import type { WalkStep } from '../../../../platform/work/walk.ts';
import { lockCampaignLinks } from '../../../messaging/campaign-recipients/links/lock-links.ts';
import {
  removeCampaignMetrics,
  removeCampaignRecipients,
} from '../../../messaging/campaign-recipients/unfinished.ts';
import type { DispatchInput } from './dispatch-input.ts';
import type { DispatchedCampaign } from './dispatched-campaign.ts';

const STEP_RECIPIENTS = 10_000;

export async function removeNext(
  { id, dispatchId, position }: DispatchedCampaign,
  { client, now }: DispatchInput,
): Promise<WalkStep> {
  await lockCampaignLinks(client, [id]);
  const removed =
    dispatchId === null ? 0 : await removeCampaignRecipients(client, dispatchId, STEP_RECIPIENTS);
  if (removed === STEP_RECIPIENTS) return { position, set: { updated_at: now } };
  await removeCampaignMetrics(client, [id]);
  return { isDone: true, set: { position: NIL_UUID } };
}
