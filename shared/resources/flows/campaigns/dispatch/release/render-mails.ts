// Renders the mails of a release for their contacts, in turns with other computations of the process. A contact whose
// mail cannot be rendered is left out, so it fails alone and is not charged.
import { DomainError } from '../../../../../contract/domain-error.ts';
import type { TemplateContact } from '../../../../../mail/templates/template.ts';
import type { ByteBudget } from '../../../../../platform/sharing/byte-budget.ts';
import type { FairTurns } from '../../../../../platform/sharing/fair-turns.ts';
import type { Ids } from '../../../../../platform/time/ids.ts';
import type {
  CampaignContents,
  CompiledCampaign,
} from '../../../../messaging/campaign-contents/compiled-contents.ts';
import { renderWithoutBody } from '../../../../messaging/campaign-contents/render-campaign.ts';
import type { CampaignMail } from '../../../../messaging/campaign-recipients/campaign-mail.ts';
import type { PendingRecipient } from '../../../../messaging/campaign-recipients/release.ts';
import { sizeOfEmail } from '../../../../messaging/emails/accept/size.ts';
import {
  type NewEmail,
  newEmail,
  type ParsedMailbox,
  parseStoredNamedMailbox,
} from '../../../../messaging/emails/email.ts';
import type { FindContactValues } from '../../../../messaging/templates/rendering/contact-values.ts';
import { type DispatchedCampaign, releasedContentIds } from '../dispatched-campaign.ts';
import type { ReleasePart } from './release-part.ts';

/** The dependencies of rendering. */
export interface RenderDeps {
  contents: CampaignContents;
  turns: FairTurns;
  findContact: FindContactValues;
  /** Bounds rendered mail that is not stored yet: a mail may show the values of 200 properties. */
  renderBudget: ByteBudget;
  ids: Ids;
}

/** A mail of a campaign, and the variant of a test that it is; null: what the campaign says. */
type CampaignEmail = NewEmail & { campaign: CampaignMail; variant: number | null };

/** A contact that gets no mail. */
type LeftOut = ReleasePart['leftOut'][number];

/** The result of a part of a release. */
export interface RenderedPart {
  emails: readonly CampaignEmail[];
  leftOut: readonly LeftOut[];
  /** Frees its memory in the budget. */
  free(): void;
}

/** Renders the mails of some recipients. */
export type RenderMails = (
  campaign: DispatchedCampaign & { dispatchId: string },
  recipients: readonly PendingRecipient[],
  now: Date,
) => Promise<RenderedPart>;

/** Creates the renderer of a process. */
export function createRenderMails(deps: RenderDeps): RenderMails {
  return async (campaign, recipients, now) => {
    const { accountId } = campaign;
    const ids = releasedContentIds(campaign);
    const contents = await Promise.all(ids.map((id) => deps.contents.get(accountId, id)));
    const isTest = campaign.status === 'testing';
    const contacts = await Promise.all(
      recipients.map((recipient) => {
        const variant = isTest ? recipient.variant : null;
        const content = isTest && variant === null ? undefined : contents[variant ?? 0];
        if (!content) throw new Error('A recipient in a test group has no variant.');
        return readContact(deps, { accountId, variant, content }, recipient);
      }),
    );
    const emails: CampaignEmail[] = [];
    const leftOut: LeftOut[] = [];
    for (let next = 0; next < contacts.length; ) {
      next = await deps.turns.run(accountId, (mayGoOn) => {
        let place = next;
        do {
          const made = makeMail(deps, { campaign, now }, contacts[place] as ReadContact);
          if ('reason' in made) leftOut.push(made);
          else emails.push(made);
          place += 1;
        } while (place < contacts.length && mayGoOn());
        return place;
      });
    }
    const taken = deps.renderBudget.open(accountId);
    await taken.take(emails.reduce((sum, email) => sum + sizeOfEmail(email), 0));
    return { emails, leftOut, free: () => taken.release() };
  };
}

/** The mail of a recipient. */
interface Said {
  variant: number | null;
  content: CompiledCampaign;
}

interface ReadContact extends Said {
  contactId: string;
  /** Null: it was deleted; undefined: its address is none any more. */
  to: ParsedMailbox | null | undefined;
  contact: TemplateContact | undefined;
}

async function readContact(
  { findContact }: RenderDeps,
  { accountId, ...said }: Said & { accountId: string },
  { contactId, address }: PendingRecipient,
): Promise<ReadContact> {
  const to = address === null ? null : parseStoredNamedMailbox(address);
  const isShown = address !== null && to && said.content.usesContact;
  const contact = isShown ? await findContact({ accountId, contactId, address }) : undefined;
  return { ...said, contactId, to, contact };
}

interface MailOf {
  campaign: DispatchedCampaign & { dispatchId: string };
  now: Date;
}

function makeMail(
  { ids }: RenderDeps,
  { campaign, now }: MailOf,
  { contactId, variant, content, to, contact }: ReadContact,
): CampaignEmail | LeftOut {
  if (!to) return { contactId, variant, reason: to === null ? 'deleted' : 'invalid' };
  try {
    const said = renderWithoutBody(content, { contact, now });
    const { accountId, dispatchId, topicId, tracking } = campaign;
    const ofCampaign = { campaignId: campaign.id, dispatchId, contactId };
    const email = newEmail(said, {
      id: ids.next(),
      accountId,
      source: 'campaign',
      lane: 'campaign',
      to: [to],
      topicId,
      createdAt: now,
      campaign: ofCampaign,
      rendered: { sourceId: content.id, data: said.data, bytes: said.bytes },
      tracking: tracking ?? undefined,
    });
    return Object.assign(email, { campaign: ofCampaign, variant });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { contactId, variant, reason: 'render_failed' };
  }
}
