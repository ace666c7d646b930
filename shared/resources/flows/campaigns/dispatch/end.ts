// Ends a campaign without pending recipients: it is sent once each recipient has a first outcome. Until then it checks
// each second; an outcome does not lock the campaign, because it would deadlock with a release.
import { SECOND_MS } from '../../../../platform/time/durations.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import type { WalkStep } from '../../../../platform/work/walk.ts';
import {
  findQuietUntil,
  findUnsentCampaignMail,
  isAnyUnfinished,
} from '../../../messaging/campaign-recipients/unfinished.ts';
import { makeHeldMailDue } from '../../../messaging/emails/delivery/held/stopped-mail.ts';
import { checkBrakes } from '../timing/brakes.ts';
import { announceCampaign } from './announce.ts';
import type { DispatchInput } from './dispatch-input.ts';
import { type DispatchedCampaign, lastOfTestGroup } from './dispatched-campaign.ts';
import { pauseInStep } from './stop-in-step.ts';

const CHECK_AGAIN_MS = SECOND_MS;
/** Every worker that sends knows by then that the pause is over (workers/send/pause-gate.ts). */
export const RESUMED_FOR_MS = 5 * SECOND_MS;
const HELD_PAGE = 5_000;

/** Ends the campaign once each recipient has a first outcome. */
export async function endOrWait(campaign: DispatchedCampaign, input: DispatchInput): Promise<WalkStep> {
  return (await awaitOutcomes(campaign, input)) ?? (await end(campaign, input));
}

export async function end(
  campaign: DispatchedCampaign,
  { client, deps, now }: DispatchInput,
): Promise<WalkStep> {
  await announceCampaign(client, deps.queues, { ...campaign, status: 'sent', pausedReason: null }, now);
  return { isDone: true, set: { status: 'sent', sent_at: now, updated_at: now, resumed_at: null } };
}

/** The act until every released recipient has a first outcome; undefined: all have. */
export async function awaitOutcomes(
  campaign: DispatchedCampaign,
  input: DispatchInput,
): Promise<WalkStep | undefined> {
  const { client, now } = input;
  const { dispatchId, resumedAt, position } = campaign;
  if (dispatchId === null) throw new Error('A campaign has no dispatch.');
  if (resumedAt && now.getTime() >= resumedAt.getTime() + RESUMED_FOR_MS) {
    await makeAllHeldMailDue(input, dispatchId);
    return { position, set: { resumed_at: null } };
  }
  // Some recipients are pending before the cursor, because a part of a release was not stored.
  if (campaign.cursorAt) return { position, set: { cursor_at: null, cursor_key: null } };
  if (!(await isAnyUnfinished(client, dispatchId, lastOfTestGroup(campaign)))) return undefined;
  const brake = await checkBrakes(client, campaign);
  if (brake && brake !== 'passed')
    return await pauseInStep(campaign, input, { ...brake, from: campaign.status });
  const set = brake === 'passed' ? { is_proven: true } : {};
  return { position, set, waitUntil: await nextCheckTime({ ...campaign, dispatchId }, input) };
}

/** Between two time zones there may be hours in which nothing happens. */
async function nextCheckTime(
  { dispatchId, timezoneProperty, resumedAt }: DispatchedCampaign & { dispatchId: string },
  { client, now }: DispatchInput,
): Promise<Date> {
  const soon = new Date(now.getTime() + CHECK_AGAIN_MS);
  if (timezoneProperty === null || resumedAt) return soon;
  const quietUntil = await findQuietUntil(client, dispatchId);
  return quietUntil && quietUntil > soon ? quietUntil : soon;
}

async function makeAllHeldMailDue({ client, now }: DispatchInput, dispatchId: string): Promise<void> {
  for (let after: string | undefined = NIL_UUID; after !== undefined; ) {
    const held: string[] = await findUnsentCampaignMail(client, { dispatchId, after, limit: HELD_PAGE });
    await makeHeldMailDue(client, held, now);
    after = held.length === HELD_PAGE ? held.at(-1) : undefined;
  }
}
