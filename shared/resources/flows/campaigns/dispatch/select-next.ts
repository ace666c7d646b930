// Takes the audience: the next contacts in the order of their ids become recipients, pending or left out. When all are
// taken, their number is final and the first mail may be sent.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import type { WalkStep } from '../../../../platform/work/walk.ts';
import {
  type SelectedAudience,
  selectAudience,
} from '../../../messaging/campaign-recipients/select-audience.ts';
import { testSizeOf } from '../ab-test/ab-test.ts';
import { findRefusal } from '../checklist/find-faults.ts';
import { uninspected } from '../checklist/inspect-campaign.ts';
import { findZoneProperty, wallOf } from '../timing/campaign-time.ts';
import { announceCampaign } from './announce.ts';
import { findShareOfQuota } from './budget.ts';
import type { DispatchInput } from './dispatch-input.ts';
import type { DispatchedCampaign } from './dispatched-campaign.ts';
import { failInStep } from './stop-in-step.ts';

export async function selectNext(campaign: DispatchedCampaign, input: DispatchInput): Promise<WalkStep> {
  const { client, deps, now } = input;
  const { dispatchId, takenAt, accountId, audienceId, segmentId, topicId, position, zoneCounts } = campaign;
  if (dispatchId === null || takenAt === null) throw new Error('A campaign has no dispatch.');
  const page = await selectAudience(client, {
    dispatchId,
    accountId,
    audienceId,
    segmentId,
    topicId,
    createdUntil: takenAt,
    zones: await zonesOf(campaign, client),
    after: position,
    simulatorDomains: deps.config.simulatorDomains,
  });
  const total = (campaign.total ?? 0) + page.total;
  const counts = addReasons(campaign.leftOut, page.leftOut);
  const zones = page.zones && { zone_counts: JSON.stringify(addReasons(zoneCounts, page.zones)) };
  const set = { total, left_out: JSON.stringify(counts), ...zones };
  if (page.last !== undefined) return { position: page.last, set };
  const sendable = total - Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (sendable === 0) {
    await announceCampaign(client, deps.queues, { ...campaign, status: 'sent', pausedReason: null }, now);
    return {
      isDone: true,
      set: { ...set, status: 'sent', sent_at: now, updated_at: now, position: NIL_UUID },
    };
  }
  const { month } = await findShareOfQuota(client, accountId, now);
  const refusal = await findRefusal('taken', { ...uninspected(client, campaign, now), sendable, month });
  if (refusal) {
    const failed = await failInStep(campaign, input, refusal.message);
    return { ...failed, set: { ...set, ...failed.set } };
  }
  const test = campaign.abTest && { status: 'testing', test_size: testSizeOf(campaign.abTest, sendable) };
  return { position: NIL_UUID, set: { ...set, updated_at: now, ...(test ?? { status: 'sending' }) } };
}

/** The time of each zone; undefined: all contacts are due at once. */
async function zonesOf(
  { accountId, timezoneProperty, wallTime, scheduledAt }: DispatchedCampaign,
  client: Transaction,
): Promise<SelectedAudience['zones']> {
  if (timezoneProperty === null || wallTime === null || scheduledAt === null) return undefined;
  const property = await findZoneProperty(client, accountId, timezoneProperty);
  return { property, wall: wallOf(wallTime), unknownAt: scheduledAt };
}

/** Adds counts by name. */
export function addReasons(
  counts: Readonly<Record<string, number>>,
  added: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum = { ...counts };
  for (const [name, count] of Object.entries(added)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
