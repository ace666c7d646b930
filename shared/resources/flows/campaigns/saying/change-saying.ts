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
import type { Campaign, CampaignTracking } from '../campaign.ts';
import type { WriteCampaignDeps } from '../create.ts';
import { findSenderFault } from '../dispatch/sender-fault.ts';
import { findContentsOf } from '../find.ts';
import { requireMeasured } from '../testing/require-measured.ts';
import {
  type GivenTest,
  givenTestOf,
  sayingOf,
  sayingsOfVariants,
  storedTestOf,
} from '../testing/variant-contents.ts';
import { checkSaying } from './check-content.ts';
import { requirePollChange } from './check-poll.ts';
import { VARIABLE_VALUES_CHECK } from './check-values.ts';
import { changeContent, type GivenContent } from './given-campaign.ts';

/** What a client changes; an absent field keeps its value. */
export interface SayingChanges {
  content: GivenContent;
  /** Null: it tests nothing. */
  abTest?: GivenTest | null | undefined;
  /** What is measured of a test decides whether it can be decided. */
  tracking?: CampaignTracking | null | undefined;
}

/** What a campaign says and tests: the ids of its contents. */
type StoredSaying = Pick<Campaign, 'contentId' | 'abTest' | 'variantContentIds'>;

/** The contents of a campaign. */
export const contentIdsOf = ({ contentId, variantContentIds }: StoredSaying): string[] => [
  contentId,
  ...(variantContentIds ?? []),
];

/**
 * Changes what a campaign says, and what it tests.
 * @returns both after the change
 * @throws DomainError as `updateCampaign`
 */
export async function changeSaying(
  client: Transaction,
  campaign: Campaign,
  { content: given, abTest: newTest, tracking = campaign.tracking }: SayingChanges,
  deps: WriteCampaignDeps,
  now: Date,
): Promise<StoredSaying> {
  const { accountId, abTest, variantContentIds, dispatchId } = campaign;
  const { content: former, variants } = await findContentsOf(client, campaign);
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
  const isAsBefore = isDeepStrictEqual(
    [test, tracking, sayings],
    [formerTest, campaign.tracking, variants.map(sayingOf)],
  );
  if (!isAsBefore) await requireMeasured(client, { accountId, tracking, abTest: test }, sayings);
  const written: string[] = [];
  for (const [place, variant] of sayings.entries()) {
    const change = { said: variant, former: variants[place], variant: test.variants[place]?.key };
    written.push(await writeSaying(client, campaign, change, deps, now));
  }
  return { contentId, abTest: storedTestOf(test), variantContentIds: written };
}

/** What is tested stays as it is, from the start on. */
function requireSame({ abTest, winner }: Campaign, is: { test: boolean; saying: boolean }): void {
  if (!is.test)
    throw new DomainError('validation_error', 'The campaign has begun, so its `ab_test` cannot be changed.');
  if (is.saying || abTest === null || winner !== null) return;
  throw new DomainError(
    'validation_error',
    'The campaign tests its variants, so what it says cannot be changed until its winner is decided.',
  );
}

/** What is said in place of something else. */
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
  { ids, computer, developmentDomain }: WriteCampaignDeps,
  now: Date,
): Promise<string> {
  if (former && isSame(said, former)) return former.id;
  await checkSaying(computer, accountId, said, variant);
  const content: CampaignContent = { ...said, id: ids.next(), accountId, campaignId, createdAt: now };
  if (status === 'draft') return await insertContent(client, content);
  if (content.from !== former?.from) {
    const fault = await findSenderFault(client, { ...content, developmentDomain });
    if (fault !== undefined) throw new DomainError('validation_error', fault);
  }
  const hasNewBody = content.html !== former?.html || content.text !== former?.text;
  const isFrozen = dispatchId !== null && !hasNewBody;
  const frozen = isFrozen ? content : await prepareFrozenContent(client, content, { ids, now });
  if (frozen instanceof DomainError) throw frozen;
  if (hasNewBody) await checkSaying(computer, accountId, frozen);
  await computer.run(accountId, VARIABLE_VALUES_CHECK, frozen, now);
  if (dispatchId === null) return await insertContent(client, content);
  // Of one that has started the release takes what is frozen.
  await insertBegunContent(client, frozen, now);
  return frozen.id;
}

async function insertContent(client: Transaction, content: CampaignContent): Promise<string> {
  await insertCampaignContent(client, content);
  return content.id;
}

function isSame(said: CampaignSaying, former: CampaignContent): boolean {
  return isDeepStrictEqual(said, sayingOf(former));
}
