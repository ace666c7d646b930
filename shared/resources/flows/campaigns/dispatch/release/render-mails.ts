// Renders the mails of a release for their contacts, in turns with what else the process computes. A contact for whom nothing
// can be rendered is left out, so it fails alone and is not charged.
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
import type { LeftOutReason, PendingRecipient } from '../../../../messaging/campaign-recipients/release.ts';
import { sizeOfEmail } from '../../../../messaging/emails/accept/size.ts';
import { type NewEmail, type ParsedMailbox, parseNamedMailbox } from '../../../../messaging/emails/email.ts';
import type { FindContactValues } from '../../../../messaging/templates/rendering/contact-values.ts';
import type { DispatchedCampaign } from '../dispatched-campaign.ts';

/** What rendering needs. */
export interface RenderDeps {
  contents: CampaignContents;
  turns: FairTurns;
  findContact: FindContactValues;
  /** Bounds what is rendered and not stored yet: a mail may show the values of 200 properties. */
  renderBudget: ByteBudget;
  ids: Ids;
}

/** A mail of a campaign. */
type CampaignEmail = NewEmail & Required<Pick<NewEmail, 'campaign'>>;

/** What became of a part of a release. */
export interface RenderedPart {
  emails: readonly CampaignEmail[];
  leftOut: readonly { contactId: string; reason: LeftOutReason }[];
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
    const content = await deps.contents.get(accountId, campaign.contentId);
    const contacts = await Promise.all(
      recipients.map((recipient) => readContact(deps, content, accountId, recipient)),
    );
    const emails: CampaignEmail[] = [];
    const leftOut: { contactId: string; reason: LeftOutReason }[] = [];
    for (let next = 0; next < contacts.length; ) {
      next = await deps.turns.run(accountId, (mayGoOn) => {
        let place = next;
        do {
          const made = makeMail(deps, { campaign, content, now }, contacts[place] as ReadContact);
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

interface ReadContact {
  contactId: string;
  /** Null: it was deleted; undefined: its address is none any more. */
  to: ParsedMailbox | null | undefined;
  contact: TemplateContact | undefined;
}

async function readContact(
  { findContact }: RenderDeps,
  { usesContact }: CompiledCampaign,
  accountId: string,
  { contactId, address }: PendingRecipient,
): Promise<ReadContact> {
  if (address === null) return { contactId, to: null, contact: undefined };
  const to = parseNamedMailbox(address);
  if (!to || !usesContact) return { contactId, to, contact: undefined };
  return { contactId, to, contact: await findContact({ accountId, contactId, address }) };
}

interface MailOf {
  campaign: DispatchedCampaign & { dispatchId: string };
  content: CompiledCampaign;
  now: Date;
}

function makeMail(
  { ids }: RenderDeps,
  { campaign, content, now }: MailOf,
  { contactId, to, contact }: ReadContact,
): CampaignEmail | { contactId: string; reason: LeftOutReason } {
  if (!to) return { contactId, reason: to === null ? 'deleted' : 'invalid' };
  try {
    const { subject, previewText, data, bytes } = renderWithoutBody(content, { contact, now });
    const { accountId, dispatchId, topicId, tracking } = campaign;
    return {
      ...{ id: ids.next(), accountId, boundDomainId: null, source: 'campaign', lane: 'campaign' },
      ...{ from: content.from, to: [to], cc: [], bcc: [], replyTo: [...content.replyTo] },
      ...{ subject, previewText, html: null, text: null, headers: {}, tags: [], topicId },
      ...{ templateId: content.templateId, automationId: null, scheduledAt: null, createdAt: now },
      campaign: { campaignId: campaign.id, dispatchId, contactId },
      rendered: { sourceId: content.id, data, bytes },
      ...(tracking && { tracking }),
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { contactId, reason: 'render_failed' };
  }
}
