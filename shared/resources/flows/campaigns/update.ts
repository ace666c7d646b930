// Changes a campaign: all of it before it starts, and what a paused one says from then on. What it says is never changed in
// place: the change makes another content. That of a campaign that has not started is removed, because no mail was made
// from it.
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../../contract/domain-error.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { type ChangeCondition, requireUnchanged, timeOfChange } from '../../foundation/if-unchanged.ts';
import { deleteCampaignContents } from '../../messaging/campaign-contents/delete-contents.ts';
import type { Campaign, CampaignPath, CampaignWithContent, ShownCampaign } from './campaign.ts';
import { allContentsOf, requireChange } from './checklist/check-change.ts';
import { type CampaignContentChanges, changeCampaignContent } from './content/change-campaign-content.ts';
import type { WriteCampaignDeps } from './create.ts';
import { findContentsOf, lockCampaign, showCampaign } from './find.ts';
import {
  type CampaignSettings,
  changedSettings,
  givenUntil,
  type SettingChanges,
  settingAssignments,
  settingValues,
} from './settings.ts';
import { type CampaignTarget, changeTarget, type GivenTarget } from './target.ts';
import { type CampaignTime, startOf } from './timing/campaign-time.ts';
import { changeTime, type GivenChange } from './timing/change-time.ts';
import { wakeDispatch } from './transitions/campaign-transition.ts';

/** The changes; an absent field keeps its value. */
export interface CampaignChanges extends CampaignContentChanges, ChangeCondition {
  name?: string | undefined;
  target: GivenTarget;
  settings: SettingChanges;
  /** The time of a scheduled campaign, which cannot lose it; other campaigns have null. */
  time: GivenChange;
}

/**
 * Changes a campaign.
 * @throws DomainError `not_found`; `validation_error` for a state in which it cannot be changed, another time, and what
 *   `createCampaign` refuses
 */
export async function updateCampaign(
  deps: WriteCampaignDeps,
  path: CampaignPath,
  { ifUpdatedAt, ...changes }: CampaignChanges,
  now: Date,
): Promise<ShownCampaign> {
  return await transaction(deps.database, async (client) => {
    // As those who delete what a campaign uses do.
    await lockAccount(client, path.accountId);
    const campaign = await lockCampaign(client, path);
    requireUnchanged('campaign', campaign, ifUpdatedAt);
    requireChangeable(campaign, changes);
    const before = { campaign, ...(await findContentsOf(client, campaign)) };
    const settings = await changeSettings(client, campaign, changes, now);
    const fields = await changeCampaignContent(client, before, changes, deps, now);
    const changed = { ...campaign, ...settings, ...fields };
    if (!isDeepStrictEqual(changed, campaign))
      await storeChange(
        client,
        deps.queues,
        { ...changed, updatedAt: timeOfChange(campaign, now) },
        {
          keepsCount: isDeepStrictEqual(targetOf(changed), targetOf(campaign)),
          isRepaced: isRunning(campaign) && changed.ratePerHour !== campaign.ratePerHour,
        },
      );
    const after = await showCampaign(client, path);
    await requireChange(client, deps, { before, after, asked: changes.content }, now);
    const kept = idsOf(after);
    const replaced = idsOf(before).filter((id) => !kept.includes(id));
    if (replaced.length > 0 && campaign.dispatchId === null)
      await deleteCampaignContents(client, campaign.accountId, replaced);
    return after;
  });
}

const idsOf = (said: CampaignWithContent) => allContentsOf(said).map(({ id }) => id);

const isRunning = ({ status }: Campaign): boolean =>
  status === 'queued' || status === 'sending' || status === 'testing';

/** While it is being sent, its name and its pace may be changed; who can open it on the web, at any time. */
function requireChangeable(
  campaign: Campaign,
  { name, settings, content, abTest, target, time }: CampaignChanges,
): void {
  const { status } = campaign;
  if (status === 'draft' || status === 'scheduled' || status === 'paused') return;
  const changed = [content, target, time, { abTest }].flatMap((each) => Object.values(each));
  const ofMail = [...changed, ...givenUntil('it starts', settings)];
  const isOfMail = ofMail.some((value) => value !== undefined);
  if (isRunning(campaign) && !isOfMail) return;
  const isOfRelease = name !== undefined || givenUntil('it ends', settings).length > 0;
  if (givenUntil('ever', settings).length > 0 && !isOfMail && !isOfRelease) return;
  const hint = isRunning(campaign) ? ' Pause it first.' : '';
  throw new DomainError('validation_error', `The campaign is ${status}, so it cannot be changed.${hint}`);
}

type Settings = CampaignTarget & CampaignTime & CampaignSettings & Pick<Campaign, 'name'>;

/** The changes besides the content. */
async function changeSettings(
  client: Transaction,
  campaign: Campaign,
  { name = campaign.name, target: given, settings: givenSettings, time: givenTime }: CampaignChanges,
  now: Date,
): Promise<Settings> {
  const { status } = campaign;
  const former = targetOf(campaign);
  const target = await changeTarget(client, campaign.accountId, given, former);
  const time = changeTime(campaign, givenTime, now);
  const settings = changedSettings(campaign, givenSettings);
  const isOther =
    !isDeepStrictEqual(target, former) ||
    !isDeepStrictEqual(givenUntil('it starts', settings), givenUntil('it starts', campaign));
  if (status === 'paused' && isOther)
    throw new DomainError(
      'validation_error',
      'The campaign is paused. You can change only its `name`, `rate_per_hour`, `web_version` and content, for recipients who are still pending.',
    );
  return { ...target, ...time, ...settings, name };
}

const targetOf = ({ audienceId, segmentId, topicId }: CampaignTarget): CampaignTarget => ({
  audienceId,
  segmentId,
  topicId,
});

/** Takes the campaign away from a worker that is about to begin it, or that releases it at another pace. */
async function storeChange(
  client: Transaction,
  queues: QueueProducer,
  campaign: Campaign,
  { keepsCount, isRepaced }: { keepsCount: boolean; isRepaced: boolean },
): Promise<void> {
  await client.query({
    name: 'update-campaign',
    text: `UPDATE campaigns
           SET name = $3, audience_id = $4, segment_id = $5, topic_id = $6, content_id = $7,
               scheduled_at = $8, updated_at = $9, counted = CASE WHEN $10 THEN counted END,
               ab_test = $11, variant_content_ids = $12, timezone = $13, timezone_property = $14, wall_time = $15,
               next_attempt_at = CASE WHEN $17 THEN $9 WHEN status = 'scheduled' THEN $16 ELSE next_attempt_at END,
               claimed_by = CASE WHEN NOT $18 THEN claimed_by END, claim_token = CASE WHEN NOT $18 THEN claim_token END,
               attempts = CASE WHEN $18 THEN 0 ELSE attempts END,
               woken_at = CASE WHEN $17 THEN clock_timestamp() WHEN NOT $18 THEN woken_at END,
               ${settingAssignments(19)}
           WHERE id = $1 AND account_id = $2`,
    values: [
      campaign.id,
      campaign.accountId,
      campaign.name,
      campaign.audienceId,
      campaign.segmentId,
      campaign.topicId,
      campaign.contentId,
      campaign.scheduledAt,
      campaign.updatedAt,
      keepsCount,
      campaign.abTest && JSON.stringify(campaign.abTest),
      campaign.variantContentIds,
      campaign.timezone,
      campaign.timezoneProperty,
      campaign.wallTime,
      startOf(campaign),
      isRepaced,
      isRepaced || campaign.status === 'scheduled',
      ...settingValues(campaign),
    ],
  });
  if (isRepaced) wakeDispatch(client, queues, campaign.id);
}
