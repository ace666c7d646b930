// Reads what a campaign says, and whom it is for, from the body of a request.
import type { GivenContent } from '../../../shared/resources/flows/campaigns/saying/given-campaign.ts';
import type { GivenTarget } from '../../../shared/resources/flows/campaigns/target.ts';
import type { ParsedMailbox } from '../../../shared/resources/messaging/emails/email.ts';
import { toGivenPoll } from '../emails/poll-field.ts';
import { findTemplateUse } from '../emails/template-fields.ts';
import { toUtm } from './delivery-fields.ts';
import type { CreateCampaignInput, UpdateCampaignInput } from './input.ts';

/** The content of a new campaign. */
export function toNewContent(body: CreateCampaignInput): GivenContent & { subject: string } {
  const { from, subject, reply_to: replyTo, preview_text: previewText, html, text, utm } = body;
  return {
    from: from?.text,
    subject,
    utm: toUtm(utm),
    poll: toGivenPoll(body.poll),
    replyTo: textsOf(replyTo),
    previewText: previewText || null,
    html: html || null,
    text,
    template: findTemplateUse(body),
  };
}

/** The content that a change gives; an absent field keeps its value. */
export function toGivenContent(body: UpdateCampaignInput): GivenContent {
  const { from, subject, reply_to: replyTo, preview_text: previewText, html, text, template, utm } = body;
  return {
    from: from?.text,
    subject,
    utm: toUtm(utm),
    poll: toGivenPoll(body.poll),
    replyTo: replyTo === undefined ? undefined : textsOf(replyTo),
    previewText: previewText === '' ? null : previewText,
    html: html === '' ? null : html,
    text,
    template: template && findTemplateUse({ template, ...NO_OTHER_NAME }),
  };
}

/** An empty list is none. */
function textsOf(addresses: readonly ParsedMailbox[] | null): string[] | null {
  return addresses && addresses.length > 0 ? addresses.map(({ text }) => text) : null;
}

const NO_OTHER_NAME = { template_id: null, template_alias: null, variables: null };

/** Whom a campaign is for. */
export function toTarget({
  audience_id: audienceId,
  segment_id: segmentId,
  topic_id: topicId,
}: Pick<UpdateCampaignInput, 'audience_id' | 'segment_id' | 'topic_id'>): GivenTarget {
  return { audienceId, segmentId, topicId };
}
