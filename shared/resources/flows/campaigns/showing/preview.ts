// Shows what a contact of a campaign would get, without sending.
import { htmlToText } from '../../../../mail/html/html-to-text.ts';
import type { CompiledCampaign } from '../../../messaging/campaign-contents/compiled-contents.ts';
import type { RenderedCampaign } from '../../../messaging/campaign-contents/render-campaign.ts';
import { showPoll } from '../../../messaging/polls/show.ts';
import { type CampaignRendering, openCampaign, type RenderCampaignDeps } from './render-for-contact.ts';

/** A campaign as a contact would get it. */
export interface CampaignPreview {
  content: CompiledCampaign;
  rendered: RenderedCampaign;
}

/**
 * Renders a preview. Without a text of its own, the text is made from the html, as for a mail.
 * @throws DomainError as `openCampaign`; `validation_error` for what cannot be rendered with these values
 */
export async function previewCampaign(
  deps: RenderCampaignDeps,
  rendering: CampaignRendering,
  now: Date,
): Promise<CampaignPreview> {
  const { content, renderFor } = await openCampaign(deps, rendering, now);
  const rendered = showPoll(await renderFor(''), content.poll);
  const { html, text } = rendered;
  return { content, rendered: { ...rendered, text: text ?? (html && htmlToText(html)) } };
}
