// Changes what a campaign says and what its variants say. A content is never changed in place: the change makes another one,
// and none where it would be the same.
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { CampaignContent, CampaignContentFields } from '../../../messaging/campaign-contents/content.ts';
import {
  insertBegunContent,
  prepareFrozenContent,
} from '../../../messaging/campaign-contents/freeze-content.ts';
import { insertCampaignContent } from '../../../messaging/campaign-contents/insert-content.ts';
import {
  contentFieldsOf,
  contentsOfVariants,
  type GivenTest,
  givenTestOf,
  storedTestOf,
} from '../ab-test/variant-contents.ts';
import type { Campaign, CampaignWithContent } from '../campaign.ts';
import type { WriteCampaignDeps } from '../create.ts';
import { checkCampaignContent } from './check-content.ts';
import { requirePollChange } from './check-poll.ts';
import { changeContent, type GivenContent } from './given-campaign.ts';

/** The changes of a client; an absent field keeps its value. */
export interface CampaignContentChanges {
  content: GivenContent;
  /** Null: it tests nothing. */
  abTest?: GivenTest | null | undefined;
}

/** The content and the test of a campaign: the ids of its contents. */
type StoredCampaignContent = Pick<Campaign, 'contentId' | 'abTest' | 'variantContentIds'>;

/**
 * Changes what a campaign says, and what it tests.
 * @returns both after the change
 * @throws DomainError as `updateCampaign`
 */
export async function changeCampaignContent(
  client: Transaction,
  { campaign, content: former, variants }: CampaignWithContent,
  { content: given, abTest: newTest }: CampaignContentChanges,
  deps: WriteCampaignDeps,
  now: Date,
): Promise<StoredCampaignContent> {
  const { accountId, abTest, variantContentIds, dispatchId } = campaign;
  const fields = await changeContent(client, accountId, given, contentFieldsOf(former), {
    ids: deps.ids,
    now,
  });
  const formerTest = abTest && givenTestOf(abTest, variants);
  const test = newTest === undefined ? formerTest : newTest;
  if (dispatchId !== null) {
    requireSame(campaign, { test: isDeepStrictEqual(test, formerTest), fields: isSame(fields, former) });
    if (given.poll !== undefined) await requirePollChange(client, fields.poll, former.poll);
    return {
      contentId: await writeCampaignContent(client, campaign, { fields, former }, deps, now),
      abTest,
      variantContentIds,
    };
  }
  const contentId = await writeCampaignContent(client, campaign, { fields, former }, deps, now);
  if (!test) return { contentId, abTest: null, variantContentIds: null };
  const contentsOfEach = contentsOfVariants(fields, test);
  const written: string[] = [];
  for (const [place, variant] of contentsOfEach.entries()) {
    const change = { fields: variant, former: variants[place], variant: test.variants[place]?.key };
    written.push(await writeCampaignContent(client, campaign, change, deps, now));
  }
  return { contentId, abTest: storedTestOf(test), variantContentIds: written };
}

/** The test cannot change after the start. */
function requireSame({ abTest, winner }: Campaign, is: { test: boolean; fields: boolean }): void {
  if (!is.test)
    throw new DomainError(
      'validation_error',
      'The campaign has started, so you cannot change its `ab_test`.',
    );
  if (is.fields || abTest === null || winner !== null) return;
  throw new DomainError(
    'validation_error',
    'The A/B test is in progress, so you cannot change the content until the winner is decided.',
  );
}

/** The replacement of a content. */
interface CampaignContentChange {
  fields: CampaignContentFields;
  /** Undefined: the variant is new. */
  former: CampaignContent | undefined;
  /** The key of the variant that says it; absent: the campaign does. */
  variant?: string | undefined;
}

/** @returns the id of the content after the change */
async function writeCampaignContent(
  client: Transaction,
  { id: campaignId, accountId, dispatchId, status }: Campaign,
  { fields, former, variant }: CampaignContentChange,
  { ids, computer }: WriteCampaignDeps,
  now: Date,
): Promise<string> {
  if (former && isSame(fields, former)) return former.id;
  await checkCampaignContent(computer, accountId, fields, variant);
  const content: CampaignContent = { ...fields, id: ids.next(), accountId, campaignId, createdAt: now };
  const hasNewBody = content.html !== former?.html || content.text !== former?.text;
  const isFrozen = status === 'draft' || !hasNewBody;
  const frozen = isFrozen ? content : await prepareFrozenContent(client, content, { ids, now });
  if (frozen instanceof DomainError) throw frozen;
  if (!isFrozen) await checkCampaignContent(computer, accountId, frozen);
  // The release of a campaign that has begun takes the frozen content.
  const written = dispatchId === null ? content : frozen;
  if (dispatchId === null) await insertCampaignContent(client, written);
  else await insertBegunContent(client, written, now);
  return written.id;
}

function isSame(fields: CampaignContentFields, former: CampaignContent): boolean {
  return isDeepStrictEqual(fields, contentFieldsOf(former));
}
