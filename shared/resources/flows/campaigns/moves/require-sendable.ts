// What a campaign needs to be sent: it is a draft, its account has production access, its audience, segment and topic are
// there, its sender may send and its template is published.
import { DomainError, notFound } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { FairTurns } from '../../../../platform/sharing/fair-turns.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { compileCampaignContent } from '../../../messaging/campaign-contents/compiled-contents.ts';
import { requireCampaignContent } from '../../../messaging/campaign-contents/find-content.ts';
import { prepareFrozenContent } from '../../../messaging/campaign-contents/freeze-content.ts';
import type { CampaignStatus } from '../campaign.ts';
import { findSenderFault } from '../dispatch/sender-fault.ts';
import { type CampaignMove, refuseMove } from './campaign-move.ts';

/** What the check needs. */
export interface SendableDeps {
  ids: Ids;
  /** A hostile source takes some ten milliseconds to compile. */
  turns: FairTurns;
}

interface DraftToSend {
  status: CampaignStatus;
  contentId: string;
  /** What it names and is not there any more. */
  missing: string | null;
}

/** Those who delete what it uses look for campaigns that are being sent, not for drafts (uses.ts). */
const FIND = `
  SELECT status, content_id AS "contentId", CASE
    WHEN NOT EXISTS (SELECT FROM audiences WHERE id = campaigns.audience_id AND account_id = $2 AND deleted_at IS NULL) THEN 'audience'
    WHEN segment_id IS NOT NULL AND NOT EXISTS (SELECT FROM segments WHERE id = campaigns.segment_id AND account_id = $2) THEN 'segment'
    WHEN topic_id IS NOT NULL AND NOT EXISTS (SELECT FROM topics WHERE id = campaigns.topic_id AND account_id = $2) THEN 'topic'
    END AS missing
  FROM campaigns WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`;

/** @throws DomainError `not_found`, `validation_error` */
export async function requireSendableCampaign(
  database: Queryable,
  move: CampaignMove,
  { ids, turns }: SendableDeps,
): Promise<void> {
  const { accountId, id } = move;
  const { rows } = await database.query<DraftToSend>({
    name: 'find-campaign-to-send',
    text: FIND,
    values: [id, accountId],
  });
  const [campaign] = rows;
  if (!campaign) throw notFound('Campaign');
  if (campaign.status !== 'draft') throw await refuseMove(database, move, 'sent');
  if (campaign.missing !== null) throw deleted(campaign.missing);
  const content = await requireCampaignContent(database, accountId, campaign.contentId);
  const fault = await findSenderFault(database, accountId, content.from);
  if (fault !== undefined) throw new DomainError('validation_error', `${fault} Nothing was sent.`);
  const frozen = await prepareFrozenContent(database, content, { ids, now: move.now });
  if (frozen instanceof DomainError) throw deleted('template');
  await turns.run(accountId, () => compileCampaignContent(frozen));
}

const deleted = (what: string) =>
  new DomainError('validation_error', `The ${what} of the campaign was deleted. Nothing was sent.`);
