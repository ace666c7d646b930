// Creates a draft of a campaign, and sends or schedules it if the client asks for that: then it is created only if it can be
// sent. A process that dies in between leaves a draft.
import { DomainError } from '../../../contract/domain-error.ts';
import { LIST_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { EMPTY_MAIL_CONTENT } from '../../../contract/mail/fields.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { copiedName, shortenName } from '../../foundation/copied-name.ts';
import type { FindUse } from '../../foundation/in-use.ts';
import type { CampaignContentFields } from '../../messaging/campaign-contents/content.ts';
import { requireCampaignContent } from '../../messaging/campaign-contents/find-content.ts';
import { findDefaultDomain } from '../../messaging/domains/find.ts';
import { copyPoll } from '../../messaging/polls/define.ts';
import { contentsOfVariants, type GivenTest, storedTestOf } from './ab-test/variant-contents.ts';
import type { CampaignPath, ShownCampaign } from './campaign.ts';
import { requireChange } from './checklist/check-change.ts';
import { checkCampaignContent } from './content/check-content.ts';
import { changeContent, type GivenContent } from './content/given-campaign.ts';
import { deleteCampaign } from './delete.ts';
import { showCampaign } from './find.ts';
import { createFollowUpSegment, type FollowUp } from './follow-ups/create-segment.ts';
import { insertCampaign } from './insert.ts';
import type { CampaignSettings } from './settings.ts';
import { type GivenTarget, readTarget } from './target.ts';
import type { CampaignTime } from './timing/campaign-time.ts';
import { type SendCampaignDeps, sendCampaign } from './transitions/send-campaign.ts';

/** Dependencies of writing campaigns. */
export interface WriteCampaignDeps extends SendCampaignDeps {
  inUse: readonly FindUse[];
}

/** A campaign that a client wants. */
export interface WantedCampaign {
  accountId: string;
  /** Undefined: the beginning of the subject. */
  name: string | undefined;
  target: GivenTarget;
  settings: CampaignSettings;
  content: GivenContent;
  /** Null: it tests nothing. */
  abTest: GivenTest | null;
  /** Undefined: it stays a draft. */
  send?: CampaignTime | undefined;
}

/**
 * Creates a campaign.
 * @throws DomainError `missing_required_field` without a target, or without a From when the default domain has none either;
 *   `not_found` for the audience, segment, topic or template; `validation_error` for faults of the source, a template that
 *   was never published, or when the account has CAMPAIGNS_MAX; the refusals of `sendCampaign`
 */
export async function createCampaign(
  deps: WriteCampaignDeps,
  wanted: WantedCampaign,
  now: Date,
): Promise<ShownCampaign> {
  const path = { accountId: wanted.accountId, id: deps.ids.next() };
  const shown = await transaction(deps.database, (client) => createDraft(client, deps, wanted, path, now));
  if (!wanted.send) return shown;
  try {
    await sendCampaign(deps, { ...path, ...wanted.send, now });
  } catch (error) {
    if (error instanceof DomainError) await deleteCampaign(deps, path, now);
    throw error;
  }
  return await showCampaign(deps.database, path);
}

async function createDraft(
  client: Transaction,
  deps: WriteCampaignDeps,
  { name, target: given, settings, content: givenContent, abTest }: WantedCampaign,
  { accountId, id }: CampaignPath,
  now: Date,
): Promise<ShownCampaign> {
  const { ids, computer } = deps;
  await lockAccount(client, accountId);
  const from = givenContent.from ?? (await requireDefaultSender(client, accountId));
  const content = await changeContent(client, accountId, { ...givenContent, from }, NOTHING, { ids, now });
  const variants = abTest ? contentsOfVariants(content, abTest) : [];
  await checkCampaignContent(computer, accountId, content);
  for (const [place, variant] of variants.entries())
    await checkCampaignContent(computer, accountId, variant, abTest?.variants[place]?.key);
  const target = await readTarget(client, accountId, given);
  await insertCampaign(client, {
    id,
    accountId,
    name: name ?? shortenName(content.subject, LIST_NAME_MAX_LENGTH),
    ...settings,
    ...target,
    createdAt: now,
    abTest: abTest && storedTestOf(abTest),
    content: { ...content, id: ids.next() },
    variants: variants.map((variant) => ({ ...variant, id: ids.next() })),
  });
  const created = await showCampaign(client, { accountId, id });
  await requireChange(client, deps, { before: undefined, after: created, asked: {} }, now);
  return created;
}

const NOTHING: CampaignContentFields = {
  ...EMPTY_MAIL_CONTENT,
  from: '',
  subject: '',
  templateId: null,
  variables: null,
  declared: null,
  postalAddress: null,
  utm: null,
  poll: null,
};

async function requireDefaultSender(client: Transaction, accountId: string): Promise<string> {
  const defaultFrom = (await findDefaultDomain(client, accountId))?.defaultFrom;
  if (defaultFrom) return defaultFrom;
  throw new DomainError(
    'missing_required_field',
    'Missing `from` field. You can leave it out if the default domain of the account has a `default_from`.',
  );
}

/**
 * Copies a campaign: its content and audience, not its recipients. The copy is a draft.
 * @param followUp the copy gets a new segment of these contacts; undefined: it has the audience of the campaign
 * @throws DomainError `not_found`; `validation_error` when the account has CAMPAIGNS_MAX; as `createFollowUpSegment`
 */
export async function duplicateCampaign(
  { database, ids }: WriteCampaignDeps,
  { followUp, ...path }: CampaignPath & { followUp: FollowUp | undefined },
  now: Date,
): Promise<ShownCampaign> {
  return await transaction(database, async (client) => {
    await lockAccount(client, path.accountId);
    const { campaign, content: said, variants } = await showCampaign(client, path);
    const { accountId, baseContentId } = campaign;
    const content =
      baseContentId === null ? said : await requireCampaignContent(client, accountId, baseContentId);
    const segmentId = followUp
      ? await createFollowUpSegment(client, campaign, followUp, { segmentId: ids.next(), now })
      : campaign.segmentId;
    const poll = content.poll && !content.poll.isOfTemplate ? copyPoll(content.poll, ids) : null;
    const id = ids.next();
    await insertCampaign(client, {
      ...campaign,
      segmentId,
      id,
      name: copiedName(campaign.name, LIST_NAME_MAX_LENGTH),
      createdAt: now,
      content: { ...asDraft(content), poll, id: ids.next() },
      variants: variants.map((variant) => ({ ...asDraft(variant), poll, id: ids.next() })),
    });
    return await showCampaign(client, { accountId, id });
  });
}

/** Parts that were frozen at the start are taken from the template again. */
function asDraft(content: CampaignContentFields): CampaignContentFields {
  const draft = { ...content, declared: null, postalAddress: null };
  return content.templateId === null ? draft : { ...draft, html: null, text: null };
}
