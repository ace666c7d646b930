// Begins a dispatch: what the campaign says is frozen, and from now on the audience is taken. What keeps it from beginning
// is its end; one that is found long after its time is not sent without a word, but paused.
import type { Computer } from '../../../../platform/sharing/computer.ts';
import { HOUR_MS } from '../../../../platform/time/durations.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import type { WalkStep } from '../../../../platform/work/walk.ts';
import { insertBegunContent } from '../../../messaging/campaign-contents/freeze-content.ts';
import { findRefusal } from '../checklist/find-faults.ts';
import { inspectCampaign } from '../checklist/inspect-campaign.ts';
import { startOf } from '../timing/campaign-time.ts';
import type { DispatchInput } from './dispatch-input.ts';
import type { DispatchedCampaign } from './dispatched-campaign.ts';
import { failInStep, pauseInStep } from './stop-in-step.ts';

/** A campaign that is found later after its time, or after it was sent or resumed, waits for a decision. */
const MISSED_AFTER_MS = 6 * HOUR_MS;

/** A worker does them in its own process. */
const COMPUTER: Computer = { run: async (_owner, { compute }, ...given) => await compute(...given) };

export async function beginDispatch(campaign: DispatchedCampaign, input: DispatchInput): Promise<WalkStep> {
  const { client, deps, now } = input;
  if (now.getTime() - beginsAt(campaign).getTime() > MISSED_AFTER_MS)
    return await pauseInStep(campaign, input, { reason: 'missed', why: null, from: 'queued' });
  const looking = { ids: deps.ids, computer: COMPUTER, developmentDomain: deps.config.developmentDomain };
  const seen = await inspectCampaign(client, campaign, looking, { now });
  const refusal = await findRefusal('begin', seen);
  if (refusal) return await failInStep(campaign, input, refusal.message);
  const frozen = seen.messages.flatMap(({ made }) => made?.frozen ?? []);
  for (const content of frozen) await insertBegunContent(client, content, now);
  const dispatchId = deps.ids.next();
  const set = {
    status: 'queued',
    dispatch_id: dispatchId,
    taken_at: now,
    ...(campaign.abTest
      ? { variant_content_ids: frozen.map(({ id }) => id) }
      : { content_id: frozen[0]?.id }),
    updated_at: now,
  };
  return { position: NIL_UUID, set };
}

/**
 * One by time zones that was sent after its start in the first of them begins at once, and so does one whose account was
 * suspended.
 */
function beginsAt({ status, updatedAt, accountResumedAt, ...time }: DispatchedCampaign): Date {
  const startsAt = (status === 'scheduled' && startOf(time)) || updatedAt;
  const atOnce = time.wallTime !== null && startsAt < updatedAt ? updatedAt : startsAt;
  return accountResumedAt !== null && atOnce < accountResumedAt ? accountResumedAt : atOnce;
}
