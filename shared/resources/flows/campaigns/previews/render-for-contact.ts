// Renders the present content of a campaign, without sending: for one of its contacts, or for an unknown person, who
// sees the fallbacks. A template is used in its published version, as at the start.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { TemplateContact } from '../../../../mail/templates/template.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Computer, defineComputation } from '../../../../platform/sharing/computer.ts';
import { type Ids, NIL_UUID } from '../../../../platform/time/ids.ts';
import { requireContact } from '../../../audience/contacts/find.ts';
import { compileCampaignContent } from '../../../messaging/campaign-contents/compiled-contents.ts';
import type { CampaignContent } from '../../../messaging/campaign-contents/content.ts';
import { requireCampaignContent } from '../../../messaging/campaign-contents/find-content.ts';
import { prepareFrozenContent } from '../../../messaging/campaign-contents/freeze-content.ts';
import {
  type CampaignValues,
  type RenderedCampaign,
  renderCampaign,
  requirePollOf,
  withLinkParameters,
} from '../../../messaging/campaign-contents/render-campaign.ts';
import { createContactValues } from '../../../messaging/templates/rendering/contact-values.ts';
import type { Campaign, CampaignPath } from '../campaign.ts';
import { readOfCampaign } from '../find.ts';

/** Dependencies of rendering. */
export interface RenderCampaignDeps {
  database: Database;
  ids: Ids;
  computer: Computer;
}

/** The part to render, and the contact whose values it shows. */
export interface CampaignRendering {
  path: CampaignPath;
  /** Undefined: nothing is known of the person. */
  contactId: string | undefined;
  /** The key of a variant; undefined: the next content to be sent, and for an undecided test its first variant. */
  variant: string | undefined;
}

/** The content of a campaign, and a renderer for the same values with another address. */
export interface OpenCampaign {
  campaign: Campaign;
  content: CampaignContent;
  /** @param address what `EMAIL` shows when nothing is known of the person */
  renderFor(address: string): Promise<RenderedCampaign>;
}

/**
 * Renders a campaign for a contact.
 * @param needsPoll whether a place for a poll without one is refused, as at the start
 * @throws DomainError for faults of the source and of the values
 */
export const CAMPAIGN_FOR_CONTACT = defineComputation(
  'render a campaign for a contact',
  async (said: CampaignContent, values: CampaignValues, needsPoll: boolean): Promise<RenderedCampaign> => {
    const content = compileCampaignContent(said);
    if (needsPoll) requirePollOf(content);
    return await withLinkParameters(renderCampaign(content, values), content);
  },
);

/**
 * Reads a campaign and the contact.
 * @throws DomainError `not_found` for the campaign, its template or the contact; `validation_error` for a contact of another
 *   audience, and for faults of the source and of the values
 */
export async function openCampaign(
  { database, ids, computer }: RenderCampaignDeps,
  { path, contactId, variant }: CampaignRendering,
  { now, needsPoll }: { now: Date; needsPoll: boolean },
): Promise<OpenCampaign> {
  const { accountId } = path;
  const { campaign, known, said } = await readOfCampaign(database, path, async (campaign) => ({
    campaign,
    known: contactId === undefined ? undefined : await readContact(database, campaign, contactId),
    said: await requireCampaignContent(database, accountId, contentIdOf(campaign, variant)),
  }));
  // A campaign that has started has its frozen content, whatever happened to the template.
  const frozen = campaign.dispatchId ? said : await prepareFrozenContent(database, said, { ids, now });
  if (frozen instanceof DomainError) throw frozen;
  const findContact = createContactValues(database);
  const valuesOf = async (address: string): Promise<TemplateContact> =>
    await findContact({ accountId, contactId: contactId ?? NIL_UUID, address: known?.email ?? address });
  return {
    campaign,
    content: frozen,
    async renderFor(address) {
      const contact = await valuesOf(address);
      return await computer.run(accountId, CAMPAIGN_FOR_CONTACT, frozen, { contact, now }, needsPoll);
    },
  };
}

function contentIdOf(
  { contentId, abTest, variantContentIds, winner }: Campaign,
  variant: string | undefined,
): string {
  const keys = abTest?.variants.map(({ key }) => key) ?? [];
  const isDecided = winner !== null;
  if (variant === undefined) return isDecided ? contentId : (variantContentIds?.[0] ?? contentId);
  const found = variantContentIds?.[keys.indexOf(variant)];
  if (found !== undefined) return found;
  throw new DomainError(
    'validation_error',
    keys.length > 0
      ? `\`variant\` must be one of ${keys.join(', ')}.`
      : 'The campaign has no A/B test, so `variant` must be absent.',
  );
}

async function readContact(
  database: Database,
  { accountId, audienceId }: Campaign,
  id: string,
): Promise<{ email: string }> {
  const contact = await requireContact(database, { accountId, id });
  if (contact.audienceId === audienceId) return contact;
  throw new DomainError('validation_error', `The contact ${contact.id} belongs to another audience.`);
}
