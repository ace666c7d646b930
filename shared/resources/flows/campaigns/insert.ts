// Stores a new campaign with its content, up to CAMPAIGNS_MAX per account.
import { DomainError } from '../../../contract/domain-error.ts';
import { CAMPAIGNS_MAX } from '../../../contract/limits.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { CampaignContentFields } from '../../messaging/campaign-contents/content.ts';
import { insertCampaignContent } from '../../messaging/campaign-contents/insert-content.ts';
import type { Campaign } from './campaign.ts';
import { type CampaignSettings, SETTING_NAMES, settingParameters, settingValues } from './settings.ts';

/** A new draft. */
export interface NewCampaign
  extends Pick<
    Campaign,
    | 'id'
    | 'accountId'
    | 'name'
    | 'audienceId'
    | 'segmentId'
    | 'topicId'
    | 'abTest'
    | 'createdAt'
    | keyof CampaignSettings
  > {
  content: CampaignContentFields & { id: string };
  /** The contents of its variants; empty: it has no test. */
  variants: readonly (CampaignContentFields & { id: string })[];
}

/**
 * Stores a draft. The caller has locked the account, so the limit is exact.
 * @throws DomainError `validation_error` when the account has CAMPAIGNS_MAX
 */
export async function insertCampaign(
  client: Transaction,
  { content: said, variants: variantContents, ...campaign }: NewCampaign,
): Promise<void> {
  const { id, accountId, createdAt } = campaign;
  const { rowCount } = await client.query({
    name: 'insert-campaign',
    text: `INSERT INTO campaigns (id, account_id, name, status, audience_id, segment_id, topic_id, content_id,
             created_at, updated_at, ab_test, variant_content_ids, ${SETTING_NAMES})
           SELECT $1, $2, $3, 'draft', $4, $5, $6, $7, $8, $8, $9, $10, ${settingParameters(11)}
           WHERE (SELECT count(*) FROM campaigns WHERE account_id = $2 AND deleted_at IS NULL) < ${CAMPAIGNS_MAX}`,
    values: [
      id,
      accountId,
      campaign.name,
      campaign.audienceId,
      campaign.segmentId,
      campaign.topicId,
      said.id,
      createdAt,
      campaign.abTest && JSON.stringify(campaign.abTest),
      campaign.abTest && variantContents.map((variant) => variant.id),
      ...settingValues(campaign),
    ],
  });
  if (rowCount === 0)
    throw new DomainError('validation_error', `An account can have up to ${CAMPAIGNS_MAX} campaigns.`);
  for (const each of [said, ...variantContents])
    await insertCampaignContent(client, { ...each, accountId, campaignId: id, createdAt });
}
