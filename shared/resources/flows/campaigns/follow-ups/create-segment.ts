// Creates the segment of a follow-up: the contacts of the audience of a campaign who did not open it, did not follow a link, did
// not get it, or were not in it. It is a dynamic segment like any other.
import type { CAMPAIGN_FOLLOW_UPS } from '../../../../contract/campaigns/values.ts';
import { DomainError } from '../../../../contract/domain-error.ts';
import { LIST_NAME_MAX_LENGTH } from '../../../../contract/limits.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { GivenRule, RuleTree } from '../../../audience/rules/rule.ts';
import { insertSegment } from '../../../audience/segments/create.ts';
import { type CampaignPart, campaignField } from '../../../audience/segments/filters/campaigns.ts';
import { shortenName } from '../../../foundation/copied-name.ts';
import type { Campaign } from '../campaign.ts';

/** The recipients of a copy of a campaign. */
export type FollowUp = (typeof CAMPAIGN_FOLLOW_UPS)[number];

/** The beginning of the segment's name, before the campaign's name, and how the copied campaign found its contacts. */
const FOLLOW_UPS: Readonly<Record<FollowUp, { name: string; is?: CampaignPart; isNot: CampaignPart }>> = {
  not_opened: { name: 'Not opened', is: 'received', isNot: 'opened' },
  not_clicked: { name: 'Not clicked', is: 'received', isNot: 'clicked' },
  not_received: { name: 'Not received', is: 'targeted', isNot: 'received' },
  new: { name: 'New since', isNot: 'targeted' },
};

/**
 * Creates the segment. The caller has locked the account.
 * @throws DomainError `validation_error` for a campaign whose audience was not taken, or when the account has SEGMENTS_MAX;
 *   `not_found` when the audience, or the segment that new contacts must be in, was deleted
 */
export async function createFollowUpSegment(
  client: Transaction,
  { accountId, id, name, audienceId, segmentId, dispatchId, total }: Campaign,
  followUp: FollowUp,
  { segmentId: newId, now }: { segmentId: string; now: Date },
): Promise<string> {
  if (dispatchId === null)
    throw new DomainError(
      'validation_error',
      total === null
        ? 'The campaign has not started, so its recipients are not known yet. Duplicate it without `audience`.'
        : 'The campaign is so old that its recipients are no longer stored. Duplicate it without `audience`.',
    );
  const { name: what, is, isNot } = FOLLOW_UPS[followUp];
  const rule = (operator: 'eq' | 'neq', value: string, field = campaignField(id)): GivenRule => ({
    type: 'rule',
    field,
    operator,
    value,
  });
  const rules: RuleTree[] = [rule('neq', isNot)];
  if (is) rules.unshift(rule('eq', is));
  else if (segmentId !== null) rules.unshift(rule('eq', segmentId, 'segment'));
  const segment = await insertSegment(client, {
    id: newId,
    accountId,
    audienceId,
    createdAt: now,
    name: shortenName(`${what}: ${name}`, LIST_NAME_MAX_LENGTH),
    filter: { type: 'and', rules },
  });
  return segment.id;
}
