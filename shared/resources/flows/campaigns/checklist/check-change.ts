// Checks a campaign that was created or changed, in the same transaction: only its new parts, so that faults in the
// rest do not prevent a change.
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { isKnownToAllWorkers, type WorkerAbility } from '../../../../platform/work/processes/known-to-all.ts';
import type { CampaignContent } from '../../../messaging/campaign-contents/content.ts';
import type { Campaign, CampaignWithContent, ShownCampaign } from '../campaign.ts';
import type { GivenContent } from '../content/given-campaign.ts';
import type { SendCampaignDeps } from '../transitions/send-campaign.ts';
import { requireFaultless } from './find-faults.ts';
import { inspectCampaign } from './inspect-campaign.ts';

/** A change that was written. */
export interface WrittenChange {
  /** Undefined: the campaign is new. */
  before: CampaignWithContent | undefined;
  after: ShownCampaign;
  /** The fields from the client. */
  asked: Pick<GivenContent, 'utm' | 'poll'>;
}

/** All that a campaign says. */
export function allContentsOf({ content, variants }: CampaignWithContent): CampaignContent[] {
  return [content, ...variants];
}

/**
 * @throws DomainError for new parts that can never be sent; for a sent or scheduled campaign, for anything that would
 * prevent sending now
 */
export async function requireChange(
  client: Transaction,
  deps: SendCampaignDeps,
  { before, after, asked: { utm = null, poll = null } }: WrittenChange,
  now: Date,
): Promise<void> {
  const { campaign } = after;
  const { dispatchId, webVersion, ratePerHour, timezoneProperty } = campaign;
  const former = before ? allContentsOf(before) : [];
  const isNew = ({ id }: CampaignContent) => former.every((each) => each.id !== id);
  const isOff = webVersion === 'off';
  // The page of a campaign that has begun may be turned off in spite of the links to it.
  const isTurnedOff = isOff && before?.campaign.webVersion !== 'off' && dispatchId === null;
  const isDraft = campaign.status === 'draft';
  const contents = allContentsOf(after).filter(
    (content) => (isTurnedOff || isNew(content)) && (isOff || !isDraft),
  );
  const seen = {
    ...(await inspectCampaign(client, campaign, deps, { contents, now })),
    asked: {
      ratePerHour: ratePerHour === before?.campaign.ratePerHour ? null : ratePerHour,
      timezoneProperty: timezoneProperty === before?.campaign.timezoneProperty ? null : timezoneProperty,
      utm,
      poll,
    },
    isKnown: (ability: WorkerAbility) => isKnownToAllWorkers(client, ability, deps.deadAfterMs),
  };
  if (isDeepStrictEqual(testOf(campaign), before && testOf(before.campaign))) seen.test = null;
  // The body of a template is taken when the campaign begins.
  const written = seen.messages.filter(({ content }) => dispatchId !== null || content.templateId === null);
  await requireFaultless('write', { ...seen, messages: written });
  if (isDraft) return;
  const messages = seen.messages.filter(({ content }) => isNew(content));
  const newFroms = seen.newFroms.filter((from) => former.every((each) => each.from !== from));
  await requireFaultless('change', { ...seen, messages, newFroms });
}

/** The facts that decide whether a test can be decided. */
function testOf({ abTest, variantContentIds, tracking }: Campaign) {
  return { abTest, variantContentIds, tracking };
}
