// Ends a campaign of which nothing is pending: it is sent once each recipient has a first outcome. Until then it looks again
// each second; an outcome does not lock the campaign, because it would deadlock with a release.
import { SECOND_MS } from '../../../../platform/time/durations.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import type { WalkStep } from '../../../../platform/work/walk.ts';
import {
  findUnsentCampaignMail,
  isAnyUnfinished,
} from '../../../messaging/campaign-recipients/unfinished.ts';
import { makeHeldMailDue } from '../../../messaging/emails/delivery/held/stopped-mail.ts';
import { announceCampaign } from './announce.ts';
import type { DispatchInput } from './dispatch-input.ts';
import type { DispatchedCampaign } from './dispatched-campaign.ts';

const LOOK_AGAIN_MS = SECOND_MS;
/** Every worker that sends knows by then that the pause is over (workers/send/pause-gate.ts). */
export const RESUMED_FOR_MS = 5 * SECOND_MS;
/** An account has fewer recipients that wait (emails/delivery/waiting-mail.ts). */
const HELD_MAX = 20_000;

export async function endOrWait(campaign: DispatchedCampaign, input: DispatchInput): Promise<WalkStep> {
  const { client, deps, now } = input;
  const { dispatchId, resumedAt, position } = campaign;
  if (dispatchId === null) throw new Error('A campaign has no dispatch.');
  if (resumedAt && now.getTime() >= resumedAt.getTime() + RESUMED_FOR_MS) {
    const held = await findUnsentCampaignMail(client, { dispatchId, after: NIL_UUID, limit: HELD_MAX });
    await makeHeldMailDue(client, held, now);
    return { position, set: { resumed_at: null } };
  }
  // What was pending before the cursor, because a part of a release was not stored.
  if (campaign.cursorAt) return { position, set: { cursor_at: null, cursor_key: null } };
  if (await isAnyUnfinished(client, dispatchId))
    return { position, waitUntil: new Date(now.getTime() + LOOK_AGAIN_MS) };
  await announceCampaign(client, deps.queues, { ...campaign, status: 'sent', pausedReason: null }, now);
  return { isDone: true, set: { status: 'sent', sent_at: now, updated_at: now, resumed_at: null } };
}
