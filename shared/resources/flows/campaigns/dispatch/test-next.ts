// The test of a campaign, step by step: the recipients of its group get their variants, their mail is released (release/) and
// has its first outcomes, people have time to react, and the winner is decided. From then on the campaign says what the
// winner says. At any of these times a person may decide instead (transitions/choose-winner.ts).

import { parseDuration } from '../../../../platform/time/parse-duration.ts';
import type { WalkStep } from '../../../../platform/work/walk.ts';
import { assignVariants } from '../../../messaging/campaign-recipients/assign-variants.ts';
import { isAnyUnfinished } from '../../../messaging/campaign-recipients/unfinished.ts';
import { type AbTest, TEST_WAIT_BOUNDS } from '../ab-test/ab-test.ts';
import { findTestResults } from '../stats/find-variants.ts';
import type { DispatchInput } from './dispatch-input.ts';
import type { DispatchedCampaign } from './dispatched-campaign.ts';
import { awaitOutcomes, end, RESUMED_FOR_MS } from './end.ts';

/** Recipients of a step. */
const STEP_RECIPIENTS = 10_000;

/** Whether each recipient of the group has its variant. */
export function isAssigned({ testSize, testTaken }: DispatchedCampaign): boolean {
  return testSize !== null && testTaken >= testSize;
}

export async function testNext(campaign: DispatchedCampaign, input: DispatchInput): Promise<WalkStep> {
  const { abTest } = campaign;
  if (!abTest) throw new Error('A campaign has no test.');
  if (!isAssigned(campaign)) return await assignNext(campaign, abTest, input);
  const awaited = await awaitOutcomes(campaign, input);
  if (awaited) return awaited;
  // All have got a variant, so none is left for the winner.
  if (!(await isAnyUnfinished(input.client, campaign.dispatchId ?? '', null)))
    return await end(campaign, input);
  return abTest.winnerMetric === 'manual'
    ? awaitPerson(campaign)
    : await decideInTime(campaign, abTest, input);
}

async function assignNext(
  { dispatchId, takenAt, testSize, testTaken, testKey, position }: DispatchedCampaign,
  { variants }: AbTest,
  { client }: DispatchInput,
): Promise<WalkStep> {
  if (dispatchId === null || takenAt === null || testSize === null)
    throw new Error('A campaign that is tested has no audience.');
  const limit = Math.min(STEP_RECIPIENTS, testSize - testTaken);
  const { taken, lastKey } = await assignVariants(client, {
    dispatchId,
    dueAt: takenAt,
    variants: variants.length,
    taken: testTaken,
    lastKey: testKey,
    limit,
  });
  const sum = testTaken + taken;
  // Some were erased since the audience was taken.
  const size = taken < limit ? sum : testSize;
  return { position, set: { test_taken: sum, test_key: lastKey ?? testKey, test_size: size } };
}

/** Held mail is due a few seconds after a resume (end.ts). */
const dueAfterResume = ({ resumedAt }: DispatchedCampaign): Date | undefined =>
  resumedAt ? new Date(resumedAt.getTime() + RESUMED_FOR_MS) : undefined;

function awaitPerson(campaign: DispatchedCampaign): WalkStep {
  const { position } = campaign;
  const waitUntil = dueAfterResume(campaign);
  return waitUntil ? { position, waitUntil } : { isDone: true, set: { position } };
}

async function decideInTime(
  campaign: DispatchedCampaign,
  abTest: AbTest,
  input: DispatchInput,
): Promise<WalkStep> {
  const { decidesAt, position } = campaign;
  const { now } = input;
  if (decidesAt && decidesAt <= now) return await decide(campaign, abTest, input);
  const waitMs = parseDuration(abTest.wait ?? '', TEST_WAIT_BOUNDS);
  if (waitMs === undefined) throw new Error('A test of a campaign has no time to wait.');
  const decides = decidesAt ?? new Date(now.getTime() + waitMs);
  return { position, waitUntil: dueAfterResume(campaign) ?? decides, set: { decides_at: decides } };
}

async function decide(
  { id, accountId, contentId, variantContentIds, position }: DispatchedCampaign,
  abTest: AbTest,
  { client, now }: DispatchInput,
): Promise<WalkStep> {
  const { picked } = await findTestResults(client, { accountId, id, abTest });
  const { winner, decidedBy } = picked;
  const set = {
    status: 'sending',
    base_content_id: contentId,
    content_id: variantContentIds?.[winner],
    winner: abTest.variants[winner]?.key,
    decided_by: decidedBy,
    decided_at: now,
    updated_at: now,
    cursor_at: null,
    cursor_key: null,
  };
  return { position, set };
}
