// Finds a campaign of an account, alone or with all of its shown parts, and locks it for a change. One that was deleted is
// not found, although its row stays until no mail of it can be read.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { CampaignContent } from '../../messaging/campaign-contents/content.ts';
import {
  CampaignContentGoneError,
  requireCampaignContents,
} from '../../messaging/campaign-contents/find-content.ts';
import { CAMPAIGN_COLUMNS, type Campaign, type CampaignPath, type ShownCampaign } from './campaign.ts';
import { findSendingDomains, measuredOf } from './checklist/senders.ts';
import { findCampaignStats } from './stats/find-stats.ts';
import { findEndOfRelease } from './timing/end-of-release.ts';

const FIND = `
  SELECT ${CAMPAIGN_COLUMNS} FROM campaigns WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`;

/** @throws DomainError `not_found` */
export async function requireCampaign(
  database: Queryable,
  { accountId, id }: CampaignPath,
): Promise<Campaign> {
  const { rows } = await database.query<Campaign>({
    name: 'find-campaign',
    text: FIND,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Campaign');
  return rows[0];
}

/**
 * Reads a campaign and then parts of it, such as its content. If a part was removed in between, the campaign was
 * deleted, and is not found, or has another content, which is read.
 * @throws DomainError `not_found`
 */
export async function readOfCampaign<Read>(
  database: Queryable,
  path: CampaignPath,
  read: (campaign: Campaign) => Promise<Read>,
): Promise<Read> {
  const campaign = await requireCampaign(database, path);
  try {
    return await read(campaign);
  } catch (error) {
    if (!(error instanceof CampaignContentGoneError)) throw error;
    return await read(await requireCampaign(database, path));
  }
}

/** Locks a campaign against other changes until the end of the transaction. @throws DomainError `not_found` */
export async function lockCampaign(
  transaction: Transaction,
  { accountId, id }: CampaignPath,
): Promise<Campaign> {
  const { rows } = await transaction.query<Campaign>({
    name: 'lock-campaign',
    text: `${FIND} FOR NO KEY UPDATE`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Campaign');
  return rows[0];
}

/** Reads a campaign with its content and figures. @throws DomainError `not_found` */
export async function showCampaign(database: Queryable, path: CampaignPath): Promise<ShownCampaign> {
  return await readOfCampaign(database, path, async (campaign) => {
    const [contents, stats] = await Promise.all([
      findContentsOf(database, campaign),
      campaign.dispatchId === null ? null : findCampaignStats(database, campaign.accountId, campaign.id),
    ]);
    const { from } = contents.content;
    const domains = await findSendingDomains(database, campaign.accountId, [from]);
    const measured = measuredOf(campaign, domains.of(from));
    const endsAt = await findEndOfRelease(database, campaign, stats);
    return { campaign, ...contents, measured, stats, endsAt };
  });
}

/** Reads what a campaign says, and what its variants say. */
export async function findContentsOf(
  database: Queryable,
  {
    accountId,
    contentId,
    variantContentIds,
  }: Pick<Campaign, 'accountId' | 'contentId' | 'variantContentIds'>,
): Promise<Pick<ShownCampaign, 'content' | 'variants'>> {
  const ids = [contentId, ...(variantContentIds ?? [])];
  const [content, ...variants] = await requireCampaignContents(database, accountId, ids);
  return { content: content as CampaignContent, variants };
}
