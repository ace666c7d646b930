// What a campaign says (docs/reference/campaigns.md): a row that never changes. An edit of a draft makes another one, and
// the start of a campaign makes one from the published version of its template, with all that rendering needs. So a mail
// can be rendered again from it at any time, octet by octet.
import type { SendableContent } from '../../../contract/mail/fields.ts';
import type { Utm } from '../../../mail/links/utm.ts';
import type { DeclaredVariable } from '../../../mail/templates/template.ts';
import { MAIL_COLUMNS } from '../content-columns.ts';
import type { PollDefinition } from '../polls/poll.ts';

/** The poll of a campaign. */
export interface CampaignPoll extends PollDefinition {
  /** The poll was taken from the template when the campaign started, and counts the votes of all mail of the template. */
  isOfTemplate?: true;
}

/**
 * The parts of a content that make a message. A draft without a subject has an empty one, and the template may provide
 * html and text.
 */
export interface CampaignContentFields extends SendableContent {
  /** The template from which html and text are taken when the campaign starts; null: none. */
  templateId: string | null;
  /** Values of the template's variables; null: none were given. */
  variables: Record<string, unknown> | null;
  /** The variables that the template declared when the campaign started; null before, and without a template. */
  declared: DeclaredVariable[] | null;
  /** For the footer, as it was when the campaign started; null before, and without one. */
  postalAddress: string | null;
  /** UTM parameters added to its links; null: none. */
  utm: Utm | null;
  /** The poll of its mail; null: none, or the template's poll when the campaign starts. */
  poll: CampaignPoll | null;
}

/** A row of `campaign_contents`. */
export interface CampaignContent extends CampaignContentFields {
  id: string;
  accountId: string;
  campaignId: string;
  createdAt: Date;
}

/** The columns of a CampaignContent. */
export const CAMPAIGN_CONTENT_COLUMNS = {
  id: 'id',
  accountId: 'account_id',
  campaignId: 'campaign_id',
  ...MAIL_COLUMNS,
  templateId: 'template_id',
  variables: 'variables',
  declared: 'declared',
  postalAddress: 'postal_address',
  utm: 'utm',
  poll: 'poll',
  createdAt: 'created_at',
};
