// Begins a dispatch: what the campaign says is frozen, and from now on the audience is taken. What keeps it from beginning
// is its end; one that is found long after its time is not sent without a word, but paused.
import { DomainError } from '../../../../contract/domain-error.ts';
import { HOUR_MS } from '../../../../platform/time/durations.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import type { WalkStep } from '../../../../platform/work/walk.ts';
import type { CampaignContent } from '../../../messaging/campaign-contents/content.ts';
import { requireCampaignContents } from '../../../messaging/campaign-contents/find-content.ts';
import {
  insertBegunContent,
  prepareFrozenContent,
} from '../../../messaging/campaign-contents/freeze-content.ts';
import { findSenders } from '../checklist/senders.ts';
import { requireVariableValues } from '../saying/check-values.ts';
import { refuseWebVersionLinks } from '../saying/web-version-links.ts';
import { requireMeasured } from '../testing/require-measured.ts';
import { startOf } from '../timing/campaign-time.ts';
import type { DispatchInput } from './dispatch-input.ts';
import type { DispatchedCampaign } from './dispatched-campaign.ts';
import { failInStep, pauseInStep } from './stop-in-step.ts';

/** A campaign that is found later after its time, or after it was sent or resumed, waits for a decision. */
const MISSED_AFTER_MS = 6 * HOUR_MS;

export async function beginDispatch(campaign: DispatchedCampaign, input: DispatchInput): Promise<WalkStep> {
  const { client, deps, now } = input;
  const { accountId } = campaign;
  if (now.getTime() - beginsAt(campaign).getTime() > MISSED_AFTER_MS)
    return await pauseInStep(campaign, input, { reason: 'missed', why: null, from: 'queued' });
  const frozen: CampaignContent[] = [];
  const said = campaign.variantContentIds ?? [campaign.contentId];
  for (const content of await requireCampaignContents(client, accountId, said)) {
    const made = await prepareFrozenContent(client, content, { ids: deps.ids, now });
    if (made instanceof DomainError) return await failInStep(campaign, input, made.message);
    frozen.push(made);
  }
  const reason = await findFault(campaign, frozen, input);
  if (reason !== undefined) return await failInStep(campaign, input, reason);
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

/**
 * Its domains and its template may have changed since it was scheduled.
 * @param sent what is sent of it, as it is frozen
 * @returns why it cannot be sent
 */
async function findFault(
  { accountId, abTest, tracking, webVersion }: DispatchedCampaign,
  sent: readonly CampaignContent[],
  { client, deps, now }: DispatchInput,
): Promise<string | undefined> {
  const froms = sent.map(({ from }) => from);
  const { faultOf } = await findSenders(client, accountId, froms, deps.config.developmentDomain);
  const fault = froms.map(faultOf).find((each) => each !== undefined);
  if (fault !== undefined) return fault;
  try {
    for (const content of sent) requireVariableValues(content, now);
    if (webVersion === 'off') for (const content of sent) refuseWebVersionLinks(content);
    if (abTest) await requireMeasured(client, { accountId, tracking, abTest }, sent);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}
