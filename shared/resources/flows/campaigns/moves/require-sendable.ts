// What a campaign needs to be sent: it is a draft, its account has production access, its sender may send, its template is
// there and its variables have values.

import { DomainError, notFound } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { FairTurns } from '../../../../platform/sharing/fair-turns.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { requireCampaignContents } from '../../../messaging/campaign-contents/find-content.ts';
import { prepareFrozenContent } from '../../../messaging/campaign-contents/freeze-content.ts';
import type { Campaign } from '../campaign.ts';
import { findSenderFault } from '../dispatch/sender-fault.ts';
import { requireVariableValues } from '../saying/check-values.ts';
import { hasWebVersionLink, refuseWebVersionLinks } from '../saying/web-version-links.ts';
import { requireMeasured } from '../testing/require-measured.ts';
import { type CampaignMove, refuseMove } from './campaign-move.ts';
import type { AskedByContent } from './require-known.ts';

/** What the check needs. */
export interface SendableDeps {
  ids: Ids;
  /** A hostile source takes some ten milliseconds to compile. */
  turns: FairTurns;
}

interface CampaignToSend
  extends Pick<
    Campaign,
    'status' | 'contentId' | 'tracking' | 'webVersion' | 'abTest' | 'variantContentIds'
  > {
  /** What a draft named and does not exist any more. */
  gone: 'audience' | 'segment' | 'topic' | null;
}

const FIND = `
  SELECT status, content_id AS "contentId", tracking, web_version AS "webVersion", ab_test AS "abTest", variant_content_ids AS "variantContentIds",
         CASE WHEN NOT EXISTS (SELECT FROM audiences WHERE audiences.id = audience_id AND audiences.deleted_at IS NULL)
                THEN 'audience'
              WHEN segment_id IS NOT NULL AND NOT EXISTS (SELECT FROM segments WHERE segments.id = segment_id) THEN 'segment'
              WHEN topic_id IS NOT NULL AND NOT EXISTS (SELECT FROM topics WHERE topics.id = topic_id) THEN 'topic'
         END AS gone
  FROM campaigns WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`;

/** @returns what it asks of workers by what it says @throws DomainError `not_found`, `validation_error` */
export async function requireSendableCampaign(
  database: Queryable,
  move: CampaignMove,
  { ids, turns }: SendableDeps,
): Promise<AskedByContent> {
  const { accountId, id } = move;
  const { rows } = await database.query<CampaignToSend>({
    name: 'find-campaign-to-send',
    text: FIND,
    values: [id, accountId],
  });
  const [campaign] = rows;
  if (!campaign) throw notFound('Campaign');
  if (campaign.status !== 'draft') throw await refuseMove(database, move, 'sent');
  if (campaign.gone !== null)
    throw new DomainError('validation_error', `The ${campaign.gone} of the campaign was deleted.`);
  const { abTest, tracking, webVersion, contentId, variantContentIds } = campaign;
  let linksWebVersion = false;
  const sent = await requireCampaignContents(database, accountId, variantContentIds ?? [contentId]);
  let poll: AskedByContent['poll'] = null;
  for (const content of sent) {
    const fault = await findSenderFault(database, accountId, content.from);
    if (fault !== undefined) throw new DomainError('validation_error', `${fault} Nothing was sent.`);
    const frozen = await prepareFrozenContent(database, content, { ids, now: move.now });
    if (frozen instanceof DomainError) throw frozen;
    await turns.run(accountId, () => requireVariableValues(frozen, move.now));
    if (webVersion === 'off') await turns.run(accountId, () => refuseWebVersionLinks(frozen));
    else linksWebVersion ||= await turns.run(accountId, () => hasWebVersionLink(frozen));
    poll ??= frozen.poll;
  }
  if (abTest) await requireMeasured(database, { accountId, tracking, abTest }, sent);
  return { utm: sent[0]?.utm ?? null, poll, linksWebVersion };
}
