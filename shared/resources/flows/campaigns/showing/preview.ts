// Shows what a contact of a campaign would get, without sending.
import { htmlToText } from '../../../../mail/html/html-to-text.ts';
import { defineComputation } from '../../../../platform/sharing/computer.ts';
import { addressesOf } from '../../../messaging/campaign-contents/compiled-contents.ts';
import type { RenderedCampaign } from '../../../messaging/campaign-contents/render-campaign.ts';
import type { ParsedMailbox } from '../../../messaging/emails/email.ts';
import { showPoll } from '../../../messaging/polls/show.ts';
import { type CampaignRendering, openCampaign, type RenderCampaignDeps } from './render-for-contact.ts';

/** A campaign as a contact would get it. */
export interface CampaignPreview {
  from: ParsedMailbox;
  replyTo: readonly ParsedMailbox[];
  rendered: RenderedCampaign;
}

/** `htmlToText`. */
export const TEXT_OF_HTML = defineComputation('make the text of html', htmlToText);

/**
 * Renders a preview. Without a text of its own, the text is made from the html, as for a mail.
 * @throws DomainError as `openCampaign`; `validation_error` for what cannot be rendered with these values
 */
export async function previewCampaign(
  deps: RenderCampaignDeps,
  rendering: CampaignRendering,
  now: Date,
): Promise<CampaignPreview> {
  const { content, renderFor } = await openCampaign(deps, rendering, { now, needsPoll: false });
  const { html, text: given, ...rendered } = showPoll(await renderFor(''), content.poll);
  const { accountId } = content;
  const text = given ?? (html && (await deps.computer.run(accountId, TEXT_OF_HTML, html)));
  return { ...addressesOf(content), rendered: { ...rendered, html, text } };
}
