// Changes what a campaign says and what its variants say. A content is never changed in place: the change makes another one,
// and none where it would be the same.
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { CampaignContent, CampaignSaying } from '../../../messaging/campaign-contents/content.ts';
import {
  insertBegunContent,
  prepareFrozenContent,
} from '../../../messaging/campaign-contents/freeze-content.ts';
import { insertCampaignContent } from '../../../messaging/campaign-contents/insert-content.ts';
import type { Campaign, SaidCampaign } from '../campaign.ts';
import type { WriteCampaignDeps } from '../create.ts';
import {
  type GivenTest,
  givenTestOf,
  sayingOf,
  sayingsOfVariants,
  storedTestOf,
} from '../testing/variant-contents.ts';
import { checkSaying } from './check-content.ts';
import { requirePollChange } from './check-poll.ts';
import { changeContent, type GivenContent } from './given-campaign.ts';

/** The changes of a client; an absent field keeps its value. */
export interface SayingChanges {
  content: GivenContent;
  /** Null: it tests nothing. */
  abTest?: GivenTest | null | undefined;
}

/** The content and the test of a campaign: the ids of its contents. */
type StoredSaying = Pick<Campaign, 'contentId' | 'abTest' | 'variantContentIds'>;

/**
 * Changes what a campaign says, and what it tests.
 * @returns both after the change
 * @throws DomainError as `updateCampaign`
 */
export async function changeSaying(
  client: Transaction,
  { campaign, content: former, variants }: SaidCampaign,
  { content: given, abTest: newTest }: SayingChanges,
  deps: WriteCampaignDeps,
  now: Date,
): Promise<StoredSaying> {
  const { accountId, abTest, variantContentIds, dispatchId } = campaign;
  const said = await changeContent(client, accountId, given, sayingOf(former), { ids: deps.ids, now });
  const formerTest = abTest && givenTestOf(abTest, variants);
  const test = newTest === undefined ? formerTest : newTest;
  if (dispatchId !== null) {
    requireSame(campaign, { test: isDeepStrictEqual(test, formerTest), saying: isSame(said, former) });
    if (given.poll !== undefined) await requirePollChange(client, said.poll, former.poll);
    return {
      contentId: await writeSaying(client, campaign, { said, former }, deps, now),
      abTest,
      variantContentIds,
    };
  }
  const contentId = await writeSaying(client, campaign, { said, former }, deps, now);
  if (!test) return { contentId, abTest: null, variantContentIds: null };
  const sayings = sayingsOfVariants(said, test);
  const written: string[] = [];
  for (const [place, variant] of sayings.entries()) {
    const change = { said: variant, former: variants[place], variant: test.variants[place]?.key };
    written.push(await writeSaying(client, campaign, change, deps, now));
  }
  return { contentId, abTest: storedTestOf(test), variantContentIds: written };
}

/** The test cannot change after the start. */
function requireSame({ abTest, winner }: Campaign, is: { test: boolean; saying: boolean }): void {
  if (!is.test)
    throw new DomainError(
      'validation_error',
      'The campaign has started, so you cannot change its `ab_test`.',
    );
  if (is.saying || abTest === null || winner !== null) return;
  throw new DomainError(
    'validation_error',
    'The A/B test is in progress, so you cannot change the content until the winner is decided.',
  );
}

/** The replacement of a content. */
interface SayingChange {
  said: CampaignSaying;
  /** Undefined: the variant is new. */
  former: CampaignContent | undefined;
  /** The key of the variant that says it; absent: the campaign does. */
  variant?: string | undefined;
}

/** @returns the id of the content after the change */
async function writeSaying(
  client: Transaction,
  { id: campaignId, accountId, dispatchId, status }: Campaign,
  { said, former, variant }: SayingChange,
  { ids, computer }: WriteCampaignDeps,
  now: Date,
): Promise<string> {
  if (former && isSame(said, former)) return former.id;
  await checkSaying(computer, accountId, said, variant);
  const content: CampaignContent = { ...said, id: ids.next(), accountId, campaignId, createdAt: now };
  const hasNewBody = content.html !== former?.html || content.text !== former?.text;
  const isFrozen = status === 'draft' || !hasNewBody;
  const frozen = isFrozen ? content : await prepareFrozenContent(client, content, { ids, now });
  if (frozen instanceof DomainError) throw frozen;
  if (!isFrozen) await checkSaying(computer, accountId, frozen);
  // The release of a campaign that has begun takes the frozen content.
  const written = dispatchId === null ? content : frozen;
  if (dispatchId === null) await insertCampaignContent(client, written);
  else await insertBegunContent(client, written, now);
  return written.id;
}

function isSame(said: CampaignSaying, former: CampaignContent): boolean {
  return isDeepStrictEqual(said, sayingOf(former));
}
