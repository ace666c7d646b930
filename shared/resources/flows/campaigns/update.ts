// Changes a campaign: all of it before it starts, and what a paused one says from then on. What it says is never changed in
// place: the change makes another content. That of a campaign that has not started is removed, because no mail was made
// from it.
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../../contract/domain-error.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { deleteCampaignContents } from '../../messaging/campaign-contents/delete-contents.ts';
import { timeOfChange } from '../../messaging/templates/template.ts';
import type { Campaign, CampaignPath, CampaignTracking, ShownCampaign } from './campaign.ts';
import type { WriteCampaignDeps } from './create.ts';
import { lockCampaign, showCampaign } from './find.ts';
import { changeSaying, contentIdsOf, type SayingChanges } from './saying/change-saying.ts';
import { type CampaignTarget, changeTarget, type GivenTarget } from './target.ts';

/** What changes; an absent field keeps its value. */
export interface CampaignChanges extends SayingChanges {
  name?: string | undefined;
  target: GivenTarget;
  tracking?: CampaignTracking | null | undefined;
  /** Of a scheduled campaign, which cannot lose its time; null is what others have. */
  scheduledAt?: Date | null | undefined;
  /** The change is refused when the campaign was changed at another time than this. */
  ifUpdatedAt?: Date | undefined;
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
    requireUnchanged(campaign, ifUpdatedAt);
    requireChangeable(campaign);
    const settings = await changeSettings(client, campaign, changes);
    const saying = await changeSaying(
      client,
      campaign,
      { ...changes, tracking: settings.tracking },
      deps,
      now,
    );
    const changed = { ...campaign, ...settings, ...saying };
    if (!isDeepStrictEqual(changed, campaign))
      await storeChange(
        client,
        { ...changed, updatedAt: timeOfChange(campaign, now) },
        { keepsCount: isDeepStrictEqual(targetOf(changed), targetOf(campaign)) },
      );
    const kept = contentIdsOf(changed);
    const replaced = contentIdsOf(campaign).filter((id) => !kept.includes(id));
    if (replaced.length > 0 && campaign.dispatchId === null)
      await deleteCampaignContents(client, campaign.accountId, replaced);
    return await showCampaign(client, path);
  });
}

function requireUnchanged({ updatedAt }: Campaign, ifUpdatedAt: Date | undefined): void {
  if (!ifUpdatedAt || ifUpdatedAt.getTime() === updatedAt.getTime()) return;
  throw new DomainError(
    'validation_error',
    `The campaign was changed at ${updatedAt.toISOString()}. Read it again before you change it.`,
  );
}

function requireChangeable({ status }: Campaign): void {
  if (status === 'draft' || status === 'scheduled' || status === 'paused') return;
  const hint = status === 'queued' || status === 'sending' || status === 'testing' ? ' Pause it first.' : '';
  throw new DomainError('validation_error', `The campaign is ${status}, so it cannot be changed.${hint}`);
}

type Settings = CampaignTarget & Pick<Campaign, 'name' | 'tracking' | 'scheduledAt'>;

/** What is changed besides what it says. */
async function changeSettings(
  client: Transaction,
  campaign: Campaign,
  {
    name = campaign.name,
    target: given,
    tracking = campaign.tracking,
    scheduledAt: time = campaign.scheduledAt,
  }: CampaignChanges,
): Promise<Settings> {
  const { status } = campaign;
  const former = targetOf(campaign);
  const target = await changeTarget(client, campaign.accountId, given, former);
  if (status === 'scheduled' && time === null)
    throw new DomainError(
      'validation_error',
      '`scheduled_at` of a scheduled campaign must be a time. Cancel the campaign to make it a draft again.',
    );
  const isMoved = time?.getTime() !== campaign.scheduledAt?.getTime();
  if (status !== 'scheduled' && isMoved)
    throw new DomainError(
      'validation_error',
      `The campaign is ${status}: only the \`scheduled_at\` of a scheduled one can be changed.`,
    );
  const isOther = !isDeepStrictEqual([target, tracking], [former, campaign.tracking]);
  if (status === 'paused' && isOther)
    throw new DomainError(
      'validation_error',
      'The campaign is paused: only its `name` and what it says can be changed, for those who have got no mail yet.',
    );
  return { ...target, name, tracking, scheduledAt: time };
}

const targetOf = ({ audienceId, segmentId, topicId }: CampaignTarget): CampaignTarget => ({
  audienceId,
  segmentId,
  topicId,
});

/** Takes the campaign away from a worker that is about to begin it. */
async function storeChange(
  client: Transaction,
  campaign: Campaign,
  { keepsCount }: { keepsCount: boolean },
): Promise<void> {
  await client.query({
    name: 'update-campaign',
    text: `UPDATE campaigns
           SET name = $3, audience_id = $4, segment_id = $5, topic_id = $6, tracking = $7, content_id = $8,
               scheduled_at = $9, updated_at = $10, counted = CASE WHEN $11 THEN counted END,
               next_attempt_at = CASE WHEN status = 'scheduled' THEN $9 ELSE next_attempt_at END,
               ab_test = $12, variant_content_ids = $13,
               claimed_by = CASE WHEN status <> 'scheduled' THEN claimed_by END,
               claim_token = CASE WHEN status <> 'scheduled' THEN claim_token END,
               woken_at = CASE WHEN status <> 'scheduled' THEN woken_at END
           WHERE id = $1 AND account_id = $2`,
    values: [
      campaign.id,
      campaign.accountId,
      campaign.name,
      campaign.audienceId,
      campaign.segmentId,
      campaign.topicId,
      campaign.tracking && JSON.stringify(campaign.tracking),
      campaign.contentId,
      campaign.scheduledAt,
      campaign.updatedAt,
      keepsCount,
      campaign.abTest && JSON.stringify(campaign.abTest),
      campaign.variantContentIds,
    ],
  });
}
