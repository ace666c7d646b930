// Cancels the rest of a campaign that was canceled: recipients whose mail is not released, then mail that no worker has
// sent yet, over and over until none is left.
import { SECOND_MS } from '../../../../platform/time/durations.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import type { WalkStep } from '../../../../platform/work/walk.ts';
import {
  cancelPendingRecipients,
  findUnsentCampaignMail,
} from '../../../messaging/campaign-recipients/unfinished.ts';
import { withdrawStoppedMail } from '../../../messaging/emails/delivery/held/stopped-mail.ts';
import type { DispatchInput } from './dispatch-input.ts';
import type { DispatchedCampaign } from './dispatched-campaign.ts';

const STEP_RECIPIENTS = 10_000;
const STEP_MAILS = 500;
/** Recipients that a worker has claimed now are sent or canceled by it. */
const CHECK_AGAIN_MS = SECOND_MS;

export async function cancelNext(campaign: DispatchedCampaign, input: DispatchInput): Promise<WalkStep> {
  const { client, deps, now } = input;
  const { dispatchId, position } = campaign;
  if (dispatchId === null) return { isDone: true, set: { position: NIL_UUID } };
  if (position === NIL_UUID) {
    const canceled = await cancelPendingRecipients(client, {
      dispatchId,
      campaignId: campaign.id,
      limit: STEP_RECIPIENTS,
      now,
    });
    if (canceled > 0) return { position, set: { updated_at: now } };
  }
  const mails = await findUnsentCampaignMail(client, { dispatchId, after: position, limit: STEP_MAILS });
  if (mails.length === 0 && position === NIL_UUID) return { isDone: true, set: { position } };
  if (mails.length === 0) return { position: NIL_UUID, waitUntil: new Date(now.getTime() + CHECK_AGAIN_MS) };
  await withdrawStoppedMail(client, mails, { ...deps, now });
  return { position: mails.at(-1) as string };
}
