// Shows what a contact of a campaign would get, without sending.
import { htmlToText } from '../../../../mail/html/html-to-text.ts';
import { defineComputation } from '../../../../platform/sharing/computer.ts';
import type { RenderedCampaign } from '../../../messaging/campaign-contents/render-campaign.ts';
import { showPoll } from '../../../messaging/polls/show.ts';
import { type CampaignRendering, openCampaign, type RenderCampaignDeps } from './render-for-contact.ts';

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
): Promise<RenderedCampaign> {
  const { content, renderFor } = await openCampaign(deps, rendering, { now, needsPoll: false });
  const rendered = showPoll(await renderFor(''), content.poll);
  const { html, text } = rendered;
  const { accountId } = content;
  return { ...rendered, text: text ?? (html && (await deps.computer.run(accountId, TEXT_OF_HTML, html))) };
}
