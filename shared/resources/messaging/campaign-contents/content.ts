// What a campaign says (docs/reference/campaigns.md): a row that never changes. An edit of a draft makes another one, and
// the start of a campaign makes one from the published version of its template, with all that rendering needs. So a mail
// can be rendered again from it at any time, octet by octet.
import type { Utm } from '../../../mail/links/utm.ts';
import type { DeclaredVariable } from '../../../mail/templates/template.ts';
import type { PollDefinition } from '../polls/poll.ts';

/** The poll of a campaign. */
export interface CampaignPoll extends PollDefinition {
  /** It was taken from the template when the campaign started, and counts what all mail of the template is answered. */
  isOfTemplate?: true;
}

/** A row of `campaign_contents`. */
export interface CampaignContent {
  id: string;
  accountId: string;
  campaignId: string;
  /** As it was given: an address, or a name with an address. */
  from: string;
  /** '': a draft without one. */
  subject: string;
  replyTo: string[] | null;
  previewText: string | null;
  /** Null: there is none, or it comes from the template when the campaign starts. */
  html: string | null;
  /** Null: it is made from the html; an empty text: none. */
  text: string | null;
  /** The template from which html and text are taken when the campaign starts; null: none. */
  templateId: string | null;
  /** Values of the template's variables; null: none were given. */
  variables: Record<string, unknown> | null;
  /** The variables that the template declared when the campaign started; null before, and without a template. */
  declared: DeclaredVariable[] | null;
  /** For the footer, as it was when the campaign started; null before, and without one. */
  postalAddress: string | null;
  /** Parameters that its links get; null: none. */
  utm: Utm | null;
  /** What its mail asks; null: nothing, or what the template asks when the campaign starts. */
  poll: CampaignPoll | null;
  createdAt: Date;
}

/** The columns of a CampaignContent, of rows of `campaign_contents AS content`. */
export const CAMPAIGN_CONTENT_COLUMNS = `
  content.id, content.account_id AS "accountId", content.campaign_id AS "campaignId", content.from_address AS "from",
  content.subject, content.reply_to_addresses AS "replyTo", content.preview_text AS "previewText", content.html,
  content.text, content.template_id AS "templateId", content.variables, content.declared,
  content.postal_address AS "postalAddress", content.utm, content.poll, content.created_at AS "createdAt"`;
